import type { Holds, Silent } from '../../campaign/judge.ts'
import type { Run } from '../run.ts'

/** Why a rule does not fire: with its public codes more would be used in the sale than the brand allows. */
export function findTooManyCodes({ context, state, result }: Run, { coupons }: Holds): Silent | undefined {
  const max = context.brand.document.promotions?.maxCodes
  if (max === undefined || coupons.length === 0) return undefined
  const isCode = (id: string) => state.facts.coupons.some((one) => one.id === id && one.codeKey !== undefined)
  const more = coupons.filter(isCode).length
  const used = result.usedCoupons.filter(({ codeKey }) => codeKey !== undefined).length
  return more > 0 && used + more > max ? { kind: 'tooManyCodes', max } : undefined
}
