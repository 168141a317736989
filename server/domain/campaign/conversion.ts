import { type Minor, minorMax } from '../../ground/kernel/money.ts'
import type { ConvertEffect } from './effects.ts'

/** What a conversion comes to: so many whole steps, both sides of each. */
export interface PlannedConversion {
  readonly steps: number
  readonly redeemed: Minor
  readonly issued: Minor
  /** Why it is not more, or nothing at all. */
  readonly cut?: ConversionCut
}

type ConversionCut = 'tooLittle' | 'minRedeem' | 'maxRedeem' | 'minIssue' | 'maxIssue' | 'maxBalance' | 'budget'

/** What the card has: of the source what can be redeemed, of the target free, held and delayed balance together. */
export interface ConvertibleBalances {
  readonly available: Minor
  readonly targetTotal: Minor
  /** What budgets leave of the target. */
  readonly budget: Minor
}

/** As many whole steps as were asked for, as the card has, and as the limits of both value types leave room for. */
export function planConversion(
  { from, to, amount }: Pick<ConvertEffect, 'from' | 'to' | 'amount'>,
  { available, targetTotal, budget }: ConvertibleBalances,
): PlannedConversion {
  const { maxRedeem = minorMax, minRedeem = 0 } = from.valueType
  const { maxIssue = minorMax, minIssue = 0, maxBalance = minorMax } = to.valueType
  const room = Math.max(0, maxBalance - targetTotal)
  const bounds: readonly (readonly [number, ConversionCut])[] = [
    [wholeSteps(available, from.step), 'tooLittle'],
    [wholeSteps(maxRedeem, from.step), 'maxRedeem'],
    [wholeSteps(maxIssue, to.step), 'maxIssue'],
    [wholeSteps(room, to.step), 'maxBalance'],
    [wholeSteps(Math.min(budget, minorMax), to.step), 'budget'],
  ]
  const asked = amount === undefined ? Number.POSITIVE_INFINITY : wholeSteps(amount, from.step)
  const [most, bound] = bounds.reduce((least, one) => (one[0] < least[0] ? one : least))
  const steps = Math.min(asked, most)
  const nothing = (cut: ConversionCut) => ({ steps: 0, redeemed: 0, issued: 0, cut })
  if (steps === 0) return nothing(asked === 0 ? 'tooLittle' : bound)
  const [redeemed, issued] = [steps * from.step, steps * to.step]
  if (redeemed < minRedeem) return nothing('minRedeem')
  if (issued < minIssue) return nothing('minIssue')
  // Converting all means all that is there, so having no more is no cut.
  const isCut = steps < asked && !(amount === undefined && bound === 'tooLittle')
  return { steps, redeemed, issued, ...(isCut && { cut: bound }) }
}

/** Exact for all safe integers, which a division is not. */
const wholeSteps = (amount: Minor, step: Minor) => (amount - (amount % step)) / step
