import { Alert, Paper, SimpleGrid, Stack, Title } from '@mantine/core'
import type { ReplayReport } from '../../../../server/calls/replay/report.ts'
import { useBrand } from '../../../ask/brand-context.ts'
import { Figure } from '../../../parts/figures.tsx'
import { formatAmount } from '../../../parts/format.ts'
import { useTexts } from '../../../texts/texts.ts'
import { AmountPairs } from './amount-pairs.tsx'
import { ChangedBaskets, ChangedCustomers } from './changed-most.tsx'
import { GivenFigures, hasWorth } from './given-figures.tsx'
import { ReplayCharts } from './replay-charts.tsx'
import { ReplayRemarks } from './replay-remarks.tsx'
import { ReplayedRules } from './replayed-rules.tsx'
import { SpentBudgets } from './spent-budgets.tsx'

/** What would have been different, and what it would have cost. */
export function ReplayFindings({ report }: { readonly report: ReplayReport }) {
  const { replays: texts } = useTexts()
  const brand = useBrand()
  const count = (number: number) => formatAmount(number, brand)
  const { checkouts, customers, cost } = report
  return (
    <Stack gap="lg">
      {report.isEstimate && <Alert color="yellow">{texts.estimate(report.sample)}</Alert>}
      <Paper p="lg">
        <SimpleGrid cols={{ base: 1, xs: 2, md: 4 }}>
          <Figure label={texts.checkouts} value={count(checkouts.replayed)} more={texts.same(count(checkouts.same))} />
          <Figure label={texts.different} value={count(checkouts.different)} />
          <Figure
            label={texts.reached}
            value={count(customers.replayed)}
            more={texts.before(count(customers.happened))}
          />
          <Figure label={texts.refused} value={count(checkouts.refused)} />
        </SimpleGrid>
      </Paper>
      <Paper p="lg">
        <Title order={2} size="h4" mb="md">
          {texts.cost}
        </Title>
        <Stack gap="lg">
          <AmountPairs discounts={cost.discounts} issued={cost.issued} />
          {hasWorth(report) && <GivenFigures report={report} />}
        </Stack>
      </Paper>
      <ReplayCharts rules={report.rules} />
      <ReplayedRules rules={report.rules} leftOut={report.rulesLeftOut} />
      <SpentBudgets budgets={report.budgets} />
      <ChangedBaskets baskets={report.baskets} />
      <ChangedCustomers cardholders={report.cardholders} />
      <ReplayRemarks report={report} />
    </Stack>
  )
}
