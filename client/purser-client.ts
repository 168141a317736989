/** Everything that the package offers. */
export type {
  Answered,
  CallOptions,
  ChangeOptions,
  Done,
  DoneBefore,
  Returned,
  Settled,
  Warning,
} from './call-types.ts'
export { connectPurser, type Purser } from './connect.ts'
export {
  type Outcome,
  PurserAborted,
  PurserError,
  PurserHoldLeft,
  PurserMisuse,
  PurserRefusal,
  PurserUnreachable,
} from './errors.ts'
export { type ErrorCode, errorWords } from './generated/error-words.ts'
export type * from './generated/models.ts'
export type { Operations } from './generated/operations.ts'
export type { WebhookDataByType, WebhookType } from './generated/webhook-types.ts'
export type { PurserOptions } from './line.ts'
export type { FetchInit, Surroundings } from './surroundings.ts'
export {
  type Completion,
  type ResumedSetup,
  resumeCheckout,
  type Setup,
  type SetupRequest,
  type ShownCheckout,
  setUpCheckout,
  twoStageCheckout,
} from './two-stage-checkout.ts'
export {
  PurserWebhookRefused,
  verifyWebhook,
  type WebhookCheck,
  type WebhookEvent,
  type WebhookEventOf,
  type WebhookRequest,
} from './webhook.ts'
export { type Hold, type HoldRequest, withHold } from './with-hold.ts'
