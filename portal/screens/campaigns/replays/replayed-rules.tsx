import { Stack, Text, Title } from '@mantine/core'
import type { RuleReport } from '../../../../server/calls/replay/report.ts'
import { useBrand } from '../../../ask/brand-context.ts'
import { EmptyState } from '../../../parts/empty-state.tsx'
import { formatAmount } from '../../../parts/format.ts'
import type { TableColumn } from '../../../parts/table/column.ts'
import { DataTable } from '../../../parts/table/data-table.tsx'
import { useTexts } from '../../../texts/texts.ts'
import { useReplayAmounts } from './replay-amounts.ts'

interface ReplayedRulesProps {
  readonly rules: readonly RuleReport[]
  readonly leftOut: number
}

/** How often each rule fired, for how many, and what it gave: then, and by these rules. */
export function ReplayedRules({ rules, leftOut }: ReplayedRulesProps) {
  const { replays: texts } = useTexts()
  const brand = useBrand()
  const columns = useColumns()
  return (
    <Stack gap="sm">
      <Title order={2} size="h4">
        {texts.rules}
      </Title>
      <DataTable
        name={texts.rules}
        rows={rules}
        columns={columns}
        rowKey={({ rule }) => rule}
        empty={<EmptyState title={texts.noRules} />}
      />
      {leftOut > 0 && <Text c="dimmed">{texts.rulesLeftOut(formatAmount(leftOut, brand))}</Text>}
    </Stack>
  )
}

function useColumns(): readonly TableColumn<RuleReport>[] {
  const { replays: texts } = useTexts()
  const brand = useBrand()
  const { money, given: words } = useReplayAmounts()
  const nameOf = ({ rule, campaign, name }: RuleReport) =>
    campaign === undefined ? rule : `${campaign} · ${name ?? rule}`
  const given = (which: 'happened' | 'replayed') => (row: RuleReport) =>
    [
      ...row.discounts.map((pair) => money(pair.of, pair[which])),
      ...row.issued.map((pair) => words(pair.of, pair[which])),
    ].join(', ') || '–'
  const count = (id: string, title: string, of: (row: RuleReport) => number): TableColumn<RuleReport> => ({
    ...{ id, title, isNumber: true, isSortable: true, plain: of },
    show: (row) => formatAmount(of(row), brand),
  })
  return [
    { id: 'rule', title: texts.rule, isSortable: true, plain: nameOf, show: nameOf },
    count('firedThen', texts.firedThen, ({ firings }) => firings.happened),
    count('fired', texts.fired, ({ firings }) => firings.replayed),
    count('customers', texts.customers, ({ customers }) => customers.replayed),
    { id: 'givenThen', title: texts.givenThen, isNumber: true, plain: given('happened'), show: given('happened') },
    { id: 'given', title: texts.given, isNumber: true, plain: given('replayed'), show: given('replayed') },
  ]
}
