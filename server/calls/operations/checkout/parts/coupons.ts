import type { PublicCode } from '../../../../domain/brand/brand.ts'
import type { BlockedCode, PresentedCoupon } from '../../../../domain/campaign/call-facts.ts'
import type { Card } from '../../../../domain/card/card.ts'
import { isUsable } from '../../../../domain/card/guard.ts'
import { blockFor, blockWords } from '../../../../domain/coupon/blocks.ts'
import { codeBlockOf, codeBlockWords } from '../../../../domain/coupon/public-code.ts'
import { codeKey } from '../../../../ground/kernel/code-key.ts'
import { isRefusal, type Refusal, refuse } from '../../../../ground/kernel/errors.ts'
import type { CheckoutContext } from './contract.ts'

export interface Presented {
  readonly valid: readonly PresentedCoupon[]
  /** Those that cannot be used, as they were presented. */
  readonly blocking: readonly string[]
  /** The public codes among them. */
  readonly blockedCodes: readonly BlockedCode[]
}

/** One coupon or public code of a request: usable, or with the reason why it is not. */
type Looked =
  | { readonly id: string; readonly coupon: PresentedCoupon }
  | { readonly id: string; readonly reason: string; readonly blockedCode?: BlockedCode }

/**
 * The coupons and public codes of a request, each once: 26 when another call holds a coupon, 27 when one cannot be used,
 * with the reasons.
 */
export function presentCoupons(root: Card | undefined, context: CheckoutContext): Presented | Refusal {
  const { removeBlockingCoupons, coupons } = context.request
  if (!coupons?.length) return nonePresented
  const looked = lookAt(root, context)
  if (isRefusal(looked)) return looked
  const blocked = looked.filter((one) => 'reason' in one)
  if (blocked.length > 0 && !removeBlockingCoupons) {
    const told = blocked.map(({ id, reason }) => `${id}: ${reason}`).join(' ')
    const blockingCoupons = blocked.map(({ id }) => id)
    return { ...refuse(27, `Some coupons cannot be used. ${told}`), blockingCoupons }
  }
  return {
    valid: looked.flatMap((one) => ('coupon' in one ? one.coupon : [])),
    blocking: blocked.map(({ id }) => id),
    blockedCodes: blocked.flatMap(({ blockedCode }) => blockedCode ?? []),
  }
}

const nonePresented: Presented = { valid: [], blocking: [], blockedCodes: [] }

/** How many of them do not exist. A coupon that another call holds does, and is not read. */
export function countUnknown({ request, brand, coupon, isBusy }: CheckoutContext): number {
  const isUnknown = (id: string) => !brand.codes.has(codeKey(id)) && !isBusy(id) && !coupon(id)
  return new Set(request.coupons).values().filter(isUnknown).toArray().length
}

/** A text is a public code if the brand has one that compares equal, else a coupon. */
function lookAt(root: Card | undefined, context: CheckoutContext): readonly Looked[] | Refusal {
  const { codes } = context.brand
  const presented = new Map<string, PublicCode | undefined>()
  const seen = new Set<PublicCode>()
  for (const id of context.request.coupons ?? []) {
    const code = codes.size === 0 ? undefined : codes.get(codeKey(id))
    if (code && seen.has(code)) continue
    if (code) seen.add(code)
    presented.set(id, code)
  }
  if (presented.entries().some(([id, code]) => !code && context.isBusy(id))) return refuse(26)
  return [...presented].map(([id, code]) => (code ? lookAtCode(id, code, root, context) : lookAtCoupon(id, context)))
}

function lookAtCode(id: string, code: PublicCode, root: Card | undefined, context: CheckoutContext): Looked {
  const { key, set } = code
  const block = codeBlockOf(code, context.codeUsage(key, root?.id), root !== undefined, context.now)
  if (!block) return { id, coupon: { id: code.code, set, tags: [], codeKey: key } }
  return { id, reason: `The code ${codeBlockWords(block)}.`, blockedCode: { code: code.code, set, by: block } }
}

function lookAtCoupon(id: string, context: CheckoutContext): Looked {
  const found = context.coupon(id)
  if (!found) return { id, reason: 'There is no such coupon.' }
  const block = blockFor(found, context.request.cardNumber, context.now)
  if (block) return { id, reason: blockWords(block) }
  const owner = found.allocation?.card
  // One that was issued to a card which can no longer be used goes with it.
  if (owner && !isUsable(owner, context.now)) return { id, reason: 'Its card cannot be used.' }
  return { id, coupon: { id, set: found.setId, tags: found.tags } }
}
