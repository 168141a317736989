import type { ReactNode } from 'react'
import type { RouteAnswer } from '../../ask/ask.ts'
import { useBrand } from '../../ask/brand-context.ts'
import { useAsking } from '../../ask/queries.ts'
import { EmptyState } from '../../parts/empty-state.tsx'
import { ErrorPanel } from '../../parts/error-panel.tsx'
import { formatAmount } from '../../parts/format.ts'
import { Identifier } from '../../parts/identifier.tsx'
import type { TableColumn } from '../../parts/table/column.ts'
import { DataTable } from '../../parts/table/data-table.tsx'
import { useTexts } from '../../texts/texts.ts'
import { SetLink } from './coupon-set-list.tsx'

type SetStock = RouteAnswer<'couponStock'>['sets'][number]
type CodeRow = SetStock['codes'][number] & Pick<SetStock, 'set' | 'name'>

/** Public codes, and how often they were used. */
export function CodeList({ empty }: { readonly empty: ReactNode }) {
  const { coupons } = useTexts()
  const { data, error, refetch } = useAsking('couponStock', {})
  const columns = useCodeColumns()
  if (error) return <ErrorPanel error={error} onRetry={refetch} />
  const rows = data?.sets.flatMap(({ set, name, codes }) => codes.map((code) => ({ ...code, set, name })))
  return (
    <DataTable
      name={coupons.tabs.codes}
      rows={rows}
      columns={columns}
      rowKey={({ set, code }) => `${set} ${code}`}
      empty={<EmptyState title={coupons.noCodes} what={coupons.noCodesWhat} action={empty} />}
    />
  )
}

function useCodeColumns(): readonly TableColumn<CodeRow>[] {
  const { coupons } = useTexts()
  const brand = useBrand()
  const shown = (count: number | undefined) => (count === undefined ? coupons.unlimited : formatAmount(count, brand))
  const left = ({ uses, used }: CodeRow) => (uses === undefined ? undefined : Math.max(uses - used, 0))
  return [
    { id: 'code', title: coupons.code, show: ({ code }) => <Identifier value={code} />, plain: ({ code }) => code },
    { id: 'set', title: coupons.set, show: (row) => <SetLink row={row} />, plain: ({ name }) => name },
    { id: 'used', title: coupons.used, show: ({ used }) => shown(used), plain: ({ used }) => used, isNumber: true },
    { id: 'uses', title: coupons.uses, show: ({ uses }) => shown(uses), plain: ({ uses }) => uses, isNumber: true },
    { id: 'left', title: coupons.usesLeft, show: (row) => shown(left(row)), plain: left, isNumber: true },
  ]
}
