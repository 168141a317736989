import type { CallType } from '../../../ground/kernel/call-type.ts'
import { defined } from '../../../ground/kernel/defined.ts'
import type { CardId } from '../../../ground/kernel/ids.ts'
import type { Account } from '../../account/account.ts'
import type { Brand } from '../../brand/brand.ts'
import type { Webhook } from '../../brand/shapes/webhook-shape.ts'
import type { Card } from '../../card/card.ts'
import type { Coupon } from '../../coupon/coupon.ts'
import type { Call } from '../../decision/call.ts'
import type { Outcome } from '../../decision/outcome.ts'
import { balanceNotices } from './balance-notices.ts'
import { budgetNotices, type ReachedBudget } from './budget-notices.ts'
import { checkoutNotices } from './checkout-notices.ts'
import type { Notice } from './notice.ts'

/** A call that was decided, and the state before it of what it changed. */
export interface DecidedCall {
  readonly brand: Brand
  readonly call: Call
  readonly callType: CallType
  readonly outcome: Outcome<object>
  readonly cardBefore: (card: Card) => Card | undefined
  readonly cardById: (id: CardId) => Card | undefined
  readonly couponBefore: (id: string) => Coupon | undefined
  readonly accountBefore: (id: CardId) => Account | undefined
  /** The percentages of budgets that the call reached. */
  readonly reached: readonly ReachedBudget[]
}

/** Whether notices are kept. They are even while all webhooks are switched off, so that they can be replayed. */
export const keepsNotices = ({ document }: Brand): boolean => document.webhooks.length > 0

/** The webhooks that are switched on. */
export const listeningOf = ({ document }: Brand): readonly Webhook[] => document.webhooks.filter(({ active }) => active)

/** The notices of a call, in the order that a reader expects: the card, its balance, then what explains the change. */
export function noticesOf(happening: DecidedCall): Notice[] {
  const { call, callType } = happening
  const told = [
    ...cardNotices(happening),
    ...transferNotices(happening),
    ...balanceNotices(happening),
    ...checkoutNotices(happening),
    ...couponNotices(happening),
    ...codeNotices(happening),
    ...accountNotices(happening),
    ...eventNotices(happening),
    ...ruleNotices(happening),
    ...tierNotices(happening),
    ...budgetNotices(happening.reached),
  ]
  const origin = { callType, ...(call.locationId && { locationId: call.locationId }) }
  return told.map((notice) => ({ ...notice, data: { ...origin, ...notice.data } }))
}

function cardNotices({ brand, outcome, cardBefore }: DecidedCall): Notice[] {
  return outcome.cards.flatMap((card): Notice[] => {
    const before = cardBefore(card)
    const from = before?.status
    if (from === card.status) return []
    const { id: cardId, setId, status } = card
    const isFirst = from === undefined || from === 'Inventory' || from === 'Distributed'
    if (!isFirst) return [{ type: 'card.statusChanged', cardId, data: { from, to: status } }]
    const programId = brand.cardSets.get(setId)?.id
    return [{ type: 'card.allocated', cardId, data: { cardSetId: setId, programId, cardStatus: status } }]
  })
}

/** What came from another card. Its balances and coupons have their own notices; its child cards appear only here. */
function transferNotices({ outcome, cardBefore, cardById }: DecidedCall): Notice[] {
  const { detail, subject } = outcome
  const { action, from } = detail?.transfer ?? {}
  if (action !== 'in' || from === undefined || !subject) return []
  const moved = outcome.cards.filter((card) => card.root && cardBefore(card)?.root?.id !== card.root.id)
  const data = { fromCardNumber: cardById(from)?.number, childCardNumbers: moved.map(({ number }) => number) }
  return [{ type: 'card.transferred', cardId: subject.id, data }]
}

/** Coupons of a locked setup are told when it completes: before that, they may be released or never enabled. */
function couponNotices({ outcome, couponBefore }: DecidedCall): Notice[] {
  return (outcome.coupons ?? []).flatMap((coupon): Notice[] => {
    const before = couponBefore(coupon.id)
    const { allocation } = coupon
    // A coupon that was issued to no card was used by the card of the call.
    const cardId = allocation?.card?.id ?? outcome.child?.id ?? outcome.subject?.id
    const data = {
      couponId: coupon.id,
      couponSetId: coupon.setId,
      ...(allocation?.promotionId !== undefined && { promotionId: allocation.promotionId }),
    }
    const about = defined({ cardId, data })
    const hasMoved = before?.allocation !== undefined && before.allocation.card?.id !== allocation?.card?.id
    const isNew = allocation && !coupon.disabled && (!before?.allocation || hasMoved || before.disabled === 'setup')
    return [
      ...(isNew ? [{ type: 'coupon.allocated', ...about } as const] : []),
      ...(coupon.use && !before?.use ? [{ type: 'coupon.used', ...about } as const] : []),
      ...(before?.use && !coupon.use ? [{ type: 'coupon.unused', ...about } as const] : []),
    ]
  })
}

/** Public codes are told like coupons; those of a locked setup when it completes. */
function codeNotices({ brand, outcome }: DecidedCall): Notice[] {
  const { confirms, checkout, codeUses = [], freedCodes = [] } = outcome
  const used = confirms ? (checkout?.content.codes ?? []) : codeUses.filter(({ until }) => until === undefined)
  const unused = freedCodes.filter(({ until }) => until === undefined)
  const cardId = outcome.child?.id ?? outcome.subject?.id
  const notice = (type: 'coupon.used' | 'coupon.unused', couponId: string, couponSetId: string | undefined) =>
    defined({ type, cardId, data: defined({ couponId, couponSetId }) })
  return [
    ...used.map(({ code, set }) => notice('coupon.used', code, set)),
    ...unused.map(({ key }) => {
      const { code = key, set } = brand.codes.get(key) ?? {}
      return notice('coupon.unused', code, set)
    }),
  ]
}

/** Tells which fields changed, but not their values: receivers with the right to know can ask for them. */
function accountNotices({ outcome, accountBefore }: DecidedCall): Notice[] {
  return (outcome.accounts ?? []).flatMap((account): Notice[] => {
    const before = accountBefore(account.cardId)
    if (before === account) return []
    const fields = [
      ...changedKeys(before?.customer, account.customer),
      ...changedKeys(before?.demographics, account.demographics).map((name) => `demographic:${name}`),
      ...(sameJson(before?.links ?? [], account.links ?? []) ? [] : ['thirdPartyLinks']),
    ]
    return fields.length === 0 ? [] : [{ type: 'customer.updated', cardId: account.cardId, data: { fields } }]
  })
}

function changedKeys(before: Readonly<Record<string, unknown>> = {}, after: Readonly<Record<string, unknown>>) {
  const keys = new Set([...Object.keys(before), ...Object.keys(after)])
  return [...keys].filter((key) => !sameJson(before[key], after[key])).toSorted()
}

const sameJson = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other)

/** Without the payload of the event, which may contain personal data. */
function eventNotices({ outcome }: DecidedCall): Notice[] {
  return (outcome.events ?? []).map(({ cardId, eventType, categoryId, happenedAt }) => ({
    type: 'event.logged',
    cardId,
    data: { eventType, categoryId, eventDate: new Date(happenedAt).toISOString() },
  }))
}

/** Firings of a locked setup are told when it completes: its effects then list them. */
function ruleNotices({ outcome }: DecidedCall): Notice[] {
  const fired = outcome.confirms ? (outcome.detail?.effects?.fired ?? []) : (outcome.fired ?? [])
  return fired
    .filter(({ until }) => outcome.confirms !== undefined || until === undefined)
    .map(({ rule, cardId }) => {
      const [campaignId, ruleId] = rule.split('/')
      return defined({ type: 'rule.fired', cardId, data: { campaignId, ruleId } })
    })
}

/** Levels that change for the customer, and those that were judged and kept. That one is prolonged is not told. */
function tierNotices({ outcome }: DecidedCall): Notice[] {
  const told = (outcome.tiers ?? []).filter(({ why, from, to }) => from !== to || why === 'kept')
  return told.map(({ cardId, program, why, from, to, state }) => ({
    type: 'tier.changed',
    cardId,
    data: defined({
      programId: program,
      from,
      to,
      reason: why,
      keptUntil: endOf(state),
    }),
  }))
}

function endOf({ keptUntil, override }: NonNullable<Outcome<object>['tiers']>[number]['state']): string | undefined {
  const end = override?.until ?? keptUntil
  return end === undefined ? undefined : new Date(end).toISOString()
}
