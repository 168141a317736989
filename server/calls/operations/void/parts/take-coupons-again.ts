import type { CheckoutRecord } from '../../../../domain/checkout/record.ts'
import type { Coupon } from '../../../../domain/coupon/coupon.ts'
import { type NewCodeUse, usesLeft } from '../../../../domain/coupon/public-code.ts'
import { enableAgain, useAgain } from '../../../../domain/coupon/transitions.ts'
import type { DecisionContext } from '../../../../domain/decision/decision.ts'
import { isUndecided, type Needs } from '../../../../domain/decision/need.ts'
import type { PastRequest, RequestDetail } from '../../../../domain/decision/past-request.ts'
import { defined } from '../../../../ground/kernel/defined.ts'
import { isRefusal, type Refusal, refuse } from '../../../../ground/kernel/errors.ts'
import { withoutReturn } from '../../return/parts/returned-so-far.ts'
import { withoutTierPart } from '../../tier-part.ts'

type Context = Pick<
  DecisionContext<unknown>,
  'brand' | 'now' | 'checkout' | 'pastRequest' | 'coupon' | 'codeUsage' | 'codeUsesOf' | 'knowsCode' | 'heirOf'
>

/** What a voided return had made usable again, and its sale uses once more. */
export interface UsedAgain {
  readonly kind: 'usedAgain'
  readonly coupons: readonly Coupon[]
  readonly codeUses: readonly NewCodeUse[]
}

/**
 * With the return voided its sale stands again, and so does what it was given for its coupons and codes: their uses are
 * taken again. Where somebody has had them meanwhile, the return cannot be voided (27).
 */
export function takeCouponsAgain(original: PastRequest, context: Context): UsedAgain | Refusal | Needs {
  const freeing = freeingReturns(original, context)
  if (isUndecided(freeing)) return freeing
  const { sale, returns } = freeing
  const ids = [...new Set(returns.filter(endsWith(original)).flatMap(({ detail }) => detail?.freed?.coupons ?? []))]
  const keys = [...new Set(returns.flatMap(({ detail }) => detail?.freed?.codes ?? []))]
  if (!sale || ids.length + keys.length === 0) return nothing
  const saleRef = sale.ref
  if (ids.some((id) => !context.coupon(id)) || keys.some((key) => !context.knowsCode(key))) {
    const touches = { checkouts: [saleRef], requests: [saleRef], coupons: ids, codes: keys }
    return { kind: 'needs', needs: [{ kind: 'more', touches }] }
  }
  const coupons = ids.flatMap((id) => context.coupon(id) ?? []).filter(({ use }) => use?.by !== saleRef)
  const again = coupons.map((coupon) => useAgain(coupon, { now: context.now, by: saleRef }))
  const root = sale.cardId === undefined ? undefined : context.heirOf(sale.cardId)
  const taken = new Set(context.codeUsesOf(saleRef).map(({ key }) => key))
  const codeUses = keys
    .filter((key) => !taken.has(key))
    .map((key) => {
      const { code = key, set = '', uses } = context.brand.codes.get(key) ?? {}
      return defined({ key, code, set, uses, cardId: root, of: saleRef })
    })
  const blocking = [
    ...coupons.filter((_, index) => again[index] && isRefusal(again[index])).map(({ id }) => id),
    ...codeUses.filter((use) => isGone(use, context)).map(({ code }) => code),
  ]
  if (blocking.length > 0) return { ...refuse(27, gone), blockingCoupons: blocking }
  return { kind: 'usedAgain', coupons: again.flatMap((one) => (isRefusal(one) ? [] : one)), codeUses }
}

/**
 * The coupons that the sale of a voided return had issued are good again, unless another return stands that disables
 * them. Those that came with a level go with that.
 */
export function enableCouponsAgain(
  original: PastRequest,
  { checkout, pastRequest, coupon }: Pick<DecisionContext<unknown>, 'checkout' | 'pastRequest' | 'coupon'>,
): readonly Coupon[] | Needs {
  const saleRef = checkout(original.ref)?.of
  if (original.callType !== 'RETURN_MERCHANDISE' || saleRef === undefined) return []
  const [sale, past] = [checkout(saleRef), pastRequest(saleRef)]
  if (!sale || !past)
    return { kind: 'needs', needs: [{ kind: 'more', touches: { checkouts: [saleRef], requests: [saleRef] } }] }
  const others = (sale.returned?.returns ?? []).filter(({ ref }) => ref !== original.ref)
  if (others.some(({ keepsCoupons }) => !keepsCoupons)) return []
  const ids = withoutTierPart(past).detail?.effects?.issuedCoupons ?? []
  const missing = ids.filter((id) => !coupon(id))
  if (missing.length > 0) return { kind: 'needs', needs: [{ kind: 'more', touches: { coupons: missing } }] }
  return ids.flatMap((id) => coupon(id) ?? []).flatMap((one) => (enableAgain(one) === one ? [] : enableAgain(one)))
}

interface Freeing {
  readonly sale?: CheckoutRecord
  readonly returns: readonly PastRequest[]
}

/**
 * The returns whose giving back ends with this void: its own, and that of any other one where the sale, all of which was
 * back, is no longer so. Whichever of them was the last, without one of them the sale stands, and so does what it used.
 */
export function freeingReturns(original: PastRequest, context: ReturnsContext): Freeing | Needs {
  const saleRef = context.checkout(original.ref)?.of
  if (original.callType !== 'RETURN_MERCHANDISE' || saleRef === undefined) return { returns: [] }
  const sale = context.checkout(saleRef)
  if (!sale) return needMore({ checkouts: [saleRef], requests: [saleRef] })
  const others = reopens(original, sale) ? (sale.returned?.returns ?? []).filter(({ ref }) => ref !== original.ref) : []
  const missing = others.map(({ ref }) => ref).filter((ref) => !context.pastRequest(ref))
  if (missing.length > 0) return needMore({ requests: missing })
  return { sale, returns: [original, ...others.flatMap(({ ref }) => context.pastRequest(ref) ?? [])] }
}

/** Coupons that somebody wanted back with a part of the sale, whatever becomes of the rest, stay so. */
const endsWith =
  ({ ref }: PastRequest) =>
  (one: PastRequest): boolean =>
    one.ref === ref || one.detail?.asked?.usedCouponResets === undefined

type ReturnsContext = Pick<Context, 'checkout' | 'pastRequest'>

const needMore = (touches: { checkouts?: readonly string[]; requests: readonly string[] }): Needs => ({
  kind: 'needs',
  needs: [{ kind: 'more', touches }],
})

/** Whether all of a sale was back, and without this return is not. */
export const reopens = ({ ref }: PastRequest, sale: CheckoutRecord): boolean =>
  sale.returned?.isFull === true && !withoutReturn(sale, ref).returned?.isFull

/** The same as the record of the void keeps it. */
export function usedAgainBy({ coupons, codeUses }: UsedAgain): Pick<RequestDetail, 'usedAgain'> {
  if (coupons.length + codeUses.length === 0) return {}
  const codes = codeUses.map(({ key }) => key)
  const ids = coupons.map(({ id }) => id)
  return { usedAgain: { ...(codes.length > 0 && { codes }), ...(ids.length > 0 && { coupons: ids }) } }
}

const nothing: UsedAgain = { kind: 'usedAgain', coupons: [], codeUses: [] }

const gone = 'The return cannot be voided: what its sale had used was used by another one meanwhile.'

/** A code that is no longer in the file has no limit that could be exceeded. */
function isGone({ key, cardId }: NewCodeUse, { brand, codeUsage }: Context): boolean {
  const code = brand.codes.get(key)
  if (!code) return false
  const { used, usedByCard } = codeUsage(key, cardId)
  if (usesLeft(code, used) === 0) return true
  return code.perCard !== undefined && cardId !== undefined && usedByCard >= code.perCard
}
