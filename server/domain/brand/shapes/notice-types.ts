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
