import { Button, Group, Text } from '@mantine/core'
import { IconDownload, IconPlus } from '@tabler/icons-react'
import { useState } from 'react'
import type { RouteAnswer } from '../../../ask/ask.ts'
import { useAsking } from '../../../ask/queries.ts'
import { EmptyState } from '../../../parts/empty-state.tsx'
import { ErrorPanel } from '../../../parts/error-panel.tsx'
import { formatAmount } from '../../../parts/format.ts'
import { StatusBadge } from '../../../parts/status-badge.tsx'
import type { Column } from '../../../parts/table/column.ts'
import { DataTable } from '../../../parts/table/data-table.tsx'
import { useBrand, useMay } from '../../../shell/brand-context.ts'
import { useTexts } from '../../../texts/texts.ts'
import { boundedCount } from '../entry/remove-entry.tsx'
import { MakeMore } from '../stock/make-more.tsx'
import { useNumbersFile } from '../stock/numbers-file.ts'

type SetStock = RouteAnswer<'cardStock'>['sets'][number]

/** What is left of each card set of a program, and the ways to make more. */
export function CardSetStock({ program }: { readonly program: string }) {
  const { settings } = useTexts()
  const { data, error, refetch } = useAsking('cardStock', {})
  const [making, setMaking] = useState<string | undefined>()
  const columns = useStockColumns(data?.countedMax ?? 0, setMaking)
  const rows = data?.sets.filter((set) => set.program === program)
  if (error) return <ErrorPanel error={error} onRetry={refetch} />
  return (
    <>
      <DataTable
        name={settings.program.stockTitle}
        rows={rows}
        columns={columns}
        rowKey={({ set }) => set}
        hasFilter={false}
        empty={<EmptyState title={settings.program.noSets} what={settings.program.noSetsWhat} />}
      />
      {making !== undefined && <MakeMore of="cards" set={making} onClose={() => setMaking(undefined)} />}
    </>
  )
}

function useStockColumns(max: number, onMake: (set: string) => void): readonly Column<SetStock>[] {
  const { settings } = useTexts()
  const { program: texts } = settings
  const brand = useBrand()
  const shown = (count: number) => boundedCount(count, max, (one) => formatAmount(one, brand), settings)
  return [
    { id: 'set', title: texts.set, show: (row) => row.name, plain: (row) => row.name },
    {
      id: 'free',
      title: texts.free,
      show: (row) => (
        <Group gap="xs" justify="flex-end" wrap="nowrap">
          <LowMark free={row.free} />
          <span>{shown(row.free)}</span>
        </Group>
      ),
      plain: (row) => row.free,
      isNumber: true,
    },
    {
      id: 'given',
      title: texts.given,
      show: (row) => (row.all >= max ? shown(row.all) : shown(row.all - row.free)),
      plain: (row) => row.all - row.free,
      isNumber: true,
    },
    { id: 'all', title: texts.all, show: (row) => shown(row.all), plain: (row) => row.all, isNumber: true },
    {
      id: 'actions',
      title: settings.actions,
      show: (row) => <SetActions row={row} onMake={onMake} />,
      plain: () => undefined,
      isSortable: false,
    },
  ]
}

const lowBelow = 100

export function LowMark({ free }: { readonly free: number }) {
  const { settings } = useTexts()
  if (free === 0) return <StatusBadge mood="bad" text={settings.program.depleted} />
  return free < lowBelow ? <StatusBadge mood="attention" text={settings.program.low} /> : null
}

function SetActions({ row, onMake }: { readonly row: SetStock; readonly onMake: (set: string) => void }) {
  const { settings } = useTexts()
  const mayMake = useMay('coupons.make')
  const file = useNumbersFile('cards', row.set)
  if (!mayMake) return null
  return (
    <Group gap="xs" justify="flex-end" wrap="nowrap">
      {row.canMakeMore ? (
        <Button
          size="compact-sm"
          variant="default"
          leftSection={<IconPlus size={14} />}
          onClick={() => onMake(row.set)}
        >
          {settings.program.more}
        </Button>
      ) : (
        <Text size="sm" c="dimmed">
          {settings.program.listed}
        </Text>
      )}
      <Button
        size="compact-sm"
        variant="default"
        leftSection={<IconDownload size={14} />}
        loading={file.isPending}
        disabled={row.all === 0}
        onClick={() => file.mutate()}
      >
        {settings.program.download}
      </Button>
    </Group>
  )
}
