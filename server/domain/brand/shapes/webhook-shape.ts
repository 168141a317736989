import { flag, idOf, oneOf } from '../reading/scalars.ts'
import { distinct, object, optional, or, required, type Shaped } from '../reading/shape.ts'
import { receiverFields } from './message-shape.ts'
import { noticeTypes } from './notice-types.ts'

/** An address that is told what happens in the brand. */
export const webhookShape = object({
  id: required(idOf('webhook')),
  ...receiverFields,
  /** Absent means all events, including those of later versions. */
  events: optional(distinct(oneOf(...noticeTypes), { min: 1 })),
  active: or(flag, true),
})
export type Webhook = Shaped<typeof webhookShape>
