import { Anchor, Group, Progress, Stack, Text } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import type { RouteAnswer } from '../../ask/ask.ts'
import { useBrand, useMay } from '../../ask/brand-context.ts'
import { useAsking } from '../../ask/queries.ts'
import { EmptyState } from '../../parts/empty-state.tsx'
import { ErrorPanel } from '../../parts/error-panel.tsx'
import { formatAmount } from '../../parts/format.ts'
import type { TableColumn } from '../../parts/table/column.ts'
import { DataTable } from '../../parts/table/data-table.tsx'
import { useTexts } from '../../texts/texts.ts'
import { MakeMore } from '../settings/stock/make-more.tsx'
import { useStockColumns } from '../settings/stock/set-actions.tsx'

type SetStock = RouteAnswer<'couponStock'>['sets'][number]

/** The sets of coupons for one use each: what is left and what was used. */
export function CouponSetList({ empty }: { readonly empty: ReactNode }) {
  const { coupons } = useTexts()
  const { data, error, refetch } = useAsking('couponStock', {})
  const [making, setMaking] = useState<string | undefined>()
  const columns = useSetColumns(data?.countedMax ?? 0, setMaking)
  if (error) return <ErrorPanel error={error} onRetry={refetch} />
  return (
    <Stack>
      {data?.isPartial && <Text size="sm">{coupons.partial}</Text>}
      <DataTable
        name={coupons.tabs.sets}
        rows={data?.sets.filter(({ codes }) => codes.length === 0)}
        columns={columns}
        rowKey={({ set }) => set}
        empty={<EmptyState title={coupons.noSets} what={coupons.noSetsWhat} action={empty} />}
      />
      {making !== undefined && <MakeMore of="coupons" set={making} onClose={() => setMaking(undefined)} />}
    </Stack>
  )
}

function useSetColumns(max: number, onMake: (set: string) => void): readonly TableColumn<SetStock>[] {
  const { coupons, settings } = useTexts()
  const brand = useBrand()
  const format = (count: number) => formatAmount(count, brand)
  const { free, actions } = useStockColumns<SetStock>({
    of: 'coupons',
    max,
    isEmpty: (row) => row.free + row.given === 0,
    onMake,
  })
  const number = (id: 'given' | 'used'): TableColumn<SetStock> => ({
    id,
    title: coupons[id],
    show: (row) => format(row[id]),
    plain: (row) => row[id],
    isNumber: true,
  })
  return [
    { id: 'set', title: coupons.set, show: (row) => <SetLink row={row} />, plain: (row) => row.name },
    {
      ...{ id: 'made', title: coupons.madeInAll, plain: madeOf, isNumber: true },
      show: (row) => (row.free < max ? format(madeOf(row)) : settings.bounded(format(madeOf(row)))),
    },
    free,
    number('given'),
    number('used'),
    { id: 'share', title: coupons.share, show: (row) => <Share row={row} />, plain: (row) => shareOf(row) },
    actions,
  ]
}

const madeOf = ({ free, given }: SetStock) => free + given
const shareOf = ({ given, used }: SetStock) => (given === 0 ? 0 : Math.round((used / given) * 100))

function Share({ row }: { readonly row: SetStock }) {
  const { coupons } = useTexts()
  const { language } = useBrand()
  const share = shareOf(row)
  const text = new Intl.NumberFormat(language, { style: 'percent' }).format(share / 100)
  return (
    <Group gap="xs" wrap="nowrap">
      <Progress value={share} w={80} aria-label={coupons.share} />
      <Text size="sm">{text}</Text>
    </Group>
  )
}

export function SetLink({ row }: { readonly row: { readonly set: string; readonly name: string } }) {
  const { id } = useBrand()
  const maySee = useMay('configuration.see')
  if (!maySee) return row.name
  return (
    <Anchor
      size="sm"
      component={Link}
      to="/b/$brand/settings/$section"
      params={{ brand: id, section: 'couponSets' } as never}
      search={{ open: row.set } as never}
    >
      {row.name}
    </Anchor>
  )
}
