import { defined } from '../../ground/kernel/defined.ts'
import type { Silent } from '../campaign/judge.ts'
import type { Fired } from './fired-effect.ts'

/** Whether a rule that only gives discounts or adds products could do neither. */
export function isIdle({ rule, discount, hasAdded, effects }: Fired): boolean {
  const isAnswered = effects.length === rule.results.length
  return isAnswered && !discount && !hasAdded && rule.results.every((result) => result.discount || result.product)
}

/** Why it could do neither. */
export function idleWhy({ effects }: Fired): Silent {
  const { reason } = effects.find(({ result }) => result === 'addProduct') ?? {}
  if (reason === 'tooManyAdded' || reason === 'totalTooHigh') return { kind: 'nothingToAdd', why: reason }
  const { cappedBy: why = 'nothingToTake', counted } = effects.find(({ cappedBy }) => cappedBy) ?? {}
  return defined({ kind: 'nothingToDiscount', why, counted })
}
