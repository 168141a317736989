import { defined } from '../../../ground/kernel/defined.ts'
import { type Minor, toJsonNumber } from '../../../ground/kernel/money.ts'
import type { Notice } from './notice.ts'

/** A percentage of a budget that a call has reached. */
export interface ReachedBudget {
  readonly counter: string
  readonly period: string
  readonly amount: Minor
  readonly spent: Minor
  readonly percent: number
}

/** What webhooks are told of it, in the words of the brand file. */
export function budgetNotices(reached: readonly ReachedBudget[]): Notice[] {
  return reached.map(({ counter, period, amount, spent, percent }) => {
    const { campaignId, ruleId, of, scale } = readCounter(counter)
    const money = { amount: toJsonNumber(amount, scale), spent: toJsonNumber(spent, scale) }
    return { type: 'budget.reached', data: defined({ campaignId, ruleId, percent, ...money, of, period }) }
  })
}

/** The owner, what is counted and its decimals: `summer/ten-off discount USD 2`. */
function readCounter(counter: string) {
  const [owner = '', ...rest] = counter.split(' ')
  const [campaignId, ruleId] = owner.split('/')
  return { campaignId, ruleId, of: rest.slice(0, -1).join(' '), scale: Number(rest.at(-1)) }
}
