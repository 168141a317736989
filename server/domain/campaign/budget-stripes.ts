import type { Minor } from '../../ground/kernel/money.ts'

/** How many parts a budget is kept in: as many lanes can spend of it at the same time. */
export const stripeCount = 8

/** A part of a budget. */
export interface Stripe {
  readonly stripe: number
  /** What the budget was when it was last shared out. */
  readonly amount: Minor
  readonly granted: Minor
  readonly spent: Minor
  readonly told: number
}

/** The percentages of a budget that webhooks are told of, once in each period. */
export const toldPercents = [80, 100] as const

/** What has to be spent for a percentage to be reached. */
export function reachedAt(amount: Minor, percent: number): Minor {
  return Number((BigInt(amount) * BigInt(percent) + 99n) / 100n)
}

export function sumSpent(stripes: readonly Pick<Stripe, 'spent'>[]): Minor {
  return stripes.reduce((sum, { spent }) => sum + spent, 0)
}

/** The highest percentage that counts as told. Where the budget itself has changed, what it has reached by now. */
export function toldOf(stripes: readonly Stripe[], amount: Minor, spent: Minor): number {
  const told = Math.max(0, ...stripes.map((stripe) => stripe.told))
  if (stripes.every((stripe) => stripe.amount === amount)) return told
  return Math.max(0, ...toldPercents.filter((percent) => percent <= told && spent >= reachedAt(amount, percent)))
}

/**
 * Shares what is left of a budget out to its stripes. Never as much that stripes alone could reach a percentage that has
 * not been told: whoever reaches it has all stripes locked, and knows it.
 */
export function shareOut(stripes: readonly Stripe[], amount: Minor, told: number): Stripe[] {
  const next = toldPercents.find((percent) => percent > told)
  const most = next === undefined ? amount : Math.min(amount, reachedAt(amount, next) - 1)
  const share = Math.floor(Math.max(0, most - sumSpent(stripes)) / stripes.length)
  return stripes.map(({ stripe, spent }) => ({ stripe, amount, granted: spent + share, spent, told }))
}
