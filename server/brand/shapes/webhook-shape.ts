import { flag, idOf, oneOf } from '../reading/scalars.ts'
import { distinct, object, optional, or, required, type Shaped } from '../reading/shape.ts'
import { receiverFields } from './message-shape.ts'

/** The types of notices, as docs/webhooks.md describes them. */
export const noticeTypes = [
  'card.allocated',
  'card.statusChanged',
  'card.transferred',
  'balance.changed',
  'checkout.completed',
  'checkout.returned',
  'transaction.voided',
  'coupon.allocated',
  'coupon.used',
  'coupon.unused',
  'customer.updated',
  'event.logged',
  'rule.fired',
  'budget.reached',
  'segment.entered',
  'segment.left',
  'tier.changed',
  'schedule.refused',
] as const
export type NoticeType = (typeof noticeTypes)[number]

/** An address that is told what happens in the brand. */
export const webhookShape = object({
  id: required(idOf('webhook')),
  ...receiverFields,
  /** Absent means all events, including those of later versions. */
  events: optional(distinct(oneOf(...noticeTypes), { min: 1 })),
  active: or(flag, true),
})
export type Webhook = Shaped<typeof webhookShape>
