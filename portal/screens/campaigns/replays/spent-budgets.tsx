import { Paper, Progress, Stack, Text, Title } from '@mantine/core'
import type { ReplayReport } from '../../../../server/calls/replay/report.ts'
import { useBrand } from '../../../ask/brand-context.ts'
import { formatAmount } from '../../../parts/format.ts'
import { useTexts } from '../../../texts/texts.ts'

/** What would have been spent of each budget, and when it would have run out. */
export function SpentBudgets({ budgets }: Pick<ReplayReport, 'budgets'>) {
  const { replays: texts } = useTexts()
  const brand = useBrand()
  if (budgets.length === 0) return null
  return (
    <Paper p="lg">
      <Title order={2} size="h4" mb="md">
        {texts.budgets}
      </Title>
      <Stack>
        {budgets.map(({ budget, period, amount, spent, ranOutAt }) => (
          <div key={`${budget} ${period}`}>
            <Text>{texts.budgetSpent(budget, formatAmount(spent, brand), formatAmount(amount, brand))}</Text>
            <Progress
              value={amount > 0 ? Math.min(100, (spent / amount) * 100) : 100}
              color={ranOutAt === undefined ? 'ink' : 'red'}
              aria-label={texts.budgetOf(budget)}
            />
            {ranOutAt !== undefined && (
              <Text size="sm" c="red">
                {texts.ranOut(ranOutAt)}
              </Text>
            )}
          </div>
        ))}
      </Stack>
    </Paper>
  )
}
