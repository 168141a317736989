import { flag, idOf, oneOf } from '../reading/scalars.ts'
import { distinct, object, optional, or, required, type Shaped } from '../reading/shape.ts'
import { receiverFields } from './message-shape.ts'

/** What a brand can be told of, in the words of docs/webhooks.md. */
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
  'segment.entered',
  'segment.left',
] as const
export type NoticeType = (typeof noticeTypes)[number]

/** A receiver of what happens in the brand. */
export const webhookShape = object({
  id: required(idOf('webhook')),
  ...receiverFields,
  /** Absent: everything, also what later versions tell of. */
  events: optional(distinct(oneOf(...noticeTypes), { min: 1 })),
  active: or(flag, true),
})
export type Webhook = Shaped<typeof webhookShape>
