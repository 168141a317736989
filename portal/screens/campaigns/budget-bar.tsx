import { Progress, Stack, Text } from '@mantine/core'
import type { RouteAnswer } from '../../ask/ask.ts'
import { useBrand } from '../../ask/brand-context.ts'
import { formatAmount, formatMoney } from '../../parts/format.ts'
import type { Texts } from '../../texts/shape.ts'
import { useTexts } from '../../texts/texts.ts'

export type ShownBudget = RouteAnswer<'campaignFigures'>['budgets'][number]

const shareOf = ({ spent, amount }: ShownBudget): number => (amount > 0 ? Math.min(1, spent / amount) : 1)

/** The budget of which the least is left. */
export const tightest = (budgets: readonly ShownBudget[]): ShownBudget | undefined =>
  budgets.toSorted((one, other) => shareOf(other) - shareOf(one))[0]

/** How much of a budget is spent, in words and as a bar. Colour is never the only sign: the words say it too. */
export function BudgetBar({ budget, label }: { readonly budget: ShownBudget; readonly label?: string }) {
  const { campaigns } = useTexts()
  const words = useBudgetWords(budget)
  const percent = Math.round(shareOf(budget) * 100)
  return (
    <Stack gap={4} miw={120}>
      {label !== undefined && <Text size="sm">{label}</Text>}
      <Text size="sm">{words}</Text>
      <Progress
        value={percent}
        color={percent >= 100 ? 'red' : percent >= 80 ? 'yellow' : 'teal'}
        size="sm"
        aria-label={`${campaigns.budget}: ${words}`}
      />
    </Stack>
  )
}

/** `120.00 $ of 500.00 $ today`. */
function useBudgetWords(budget: ShownBudget): string {
  const { campaigns } = useTexts()
  const brand = useBrand()
  const amount = (value: number) => amountWords(value, budget, { texts: campaigns, language: brand.language })
  const used = `${campaigns.budgetUsed(amount(budget.spent), amount(budget.amount))} ${everyWords(budget.every, campaigns)}`
  return budget.worth === undefined ? used : `${used} (${campaigns.budgetWorth(formatMoney(budget.worth, brand))})`
}

interface Manner {
  readonly texts: Texts['campaigns']
  readonly language: string
}

function amountWords(value: number, { counts, unit }: ShownBudget, { texts, language }: Manner): string {
  const [kind = '', code] = unit.split(' ')
  if (counts === 'discount') return formatMoney(value, { language, currency: kind })
  if (kind === 'Currency') return formatMoney(value, { language, currency: code ?? '' })
  const names: Readonly<Record<string, string>> = { Points: texts.points, Punches: texts.punches }
  return `${formatAmount(value, { language })} ${names[kind] ?? code ?? kind}`
}

function everyWords(every: string, texts: Texts['campaigns']): string {
  const named: Readonly<Record<string, string>> = texts.every
  return named[every] ?? texts.everyDays(every)
}
