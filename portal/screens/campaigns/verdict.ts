import type { RouteAnswer } from '../../ask/ask.ts'
import { formatAmount, formatMoney } from '../../parts/format.ts'
import type { Texts } from '../../texts/shape.ts'

export type TrialComparison = RouteAnswer<'campaignTrials'>['comparisons'][number]

interface Manner {
  readonly language: string
  readonly currency: string
}

/** Visits are counted, the rest is money. */
export function comparedAmount(value: number, { measure }: TrialComparison, manner: Manner): string {
  return measure === 'visits' ? formatAmount(value, manner, 2) : formatMoney(value, manner)
}

/** What a comparison says, in words that nobody has to know statistics for. */
export function verdictWords(one: TrialComparison, { verdict: texts }: Texts['campaigns'], manner: Manner): string {
  if (one.verdict === 'early') return texts.early
  if (one.verdict === 'unclear')
    return one.weeks === undefined ? texts.long : texts.wait(formatAmount(one.weeks, manner), one.weeks === 1)
  return texts[one.measure][one.verdict](comparedAmount(Math.abs(one.difference), one, manner))
}
