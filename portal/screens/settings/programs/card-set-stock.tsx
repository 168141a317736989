import { useState } from 'react'
import type { RouteAnswer } from '../../../ask/ask.ts'
import { useBrand } from '../../../ask/brand-context.ts'
import { useAsking } from '../../../ask/queries.ts'
import { EmptyState } from '../../../parts/empty-state.tsx'
import { ErrorPanel } from '../../../parts/error-panel.tsx'
import { formatAmount } from '../../../parts/format.ts'
import type { TableColumn } from '../../../parts/table/column.ts'
import { DataTable } from '../../../parts/table/data-table.tsx'
import { useTexts } from '../../../texts/texts.ts'
import { boundedCount } from '../entry/remove-entry.tsx'
import { MakeMore } from '../stock/make-more.tsx'
import { useStockColumns } from '../stock/set-actions.tsx'

type SetStock = RouteAnswer<'cardStock'>['sets'][number]

/** What is left of each card set of a program, and the ways to make more. */
export function CardSetStock({ program }: { readonly program: string }) {
  const { settings } = useTexts()
  const { data, error, refetch } = useAsking('cardStock', {})
  const [making, setMaking] = useState<string | undefined>()
  const columns = useSetColumns(data?.countedMax ?? 0, setMaking)
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

function useSetColumns(max: number, onMake: (set: string) => void): readonly TableColumn<SetStock>[] {
  const { settings } = useTexts()
  const { program: texts } = settings
  const brand = useBrand()
  const shown = (count: number) => boundedCount(count, max, (one) => formatAmount(one, brand), settings)
  const { free, actions } = useStockColumns<SetStock>({ of: 'cards', max, isEmpty: ({ all }) => all === 0, onMake })
  return [
    { id: 'set', title: texts.set, show: (row) => row.name, plain: (row) => row.name },
    free,
    {
      id: 'given',
      title: texts.given,
      show: (row) => (row.all >= max ? shown(row.all) : shown(row.all - row.free)),
      plain: (row) => row.all - row.free,
      isNumber: true,
    },
    { id: 'all', title: texts.all, show: (row) => shown(row.all), plain: (row) => row.all, isNumber: true },
    actions,
  ]
}
