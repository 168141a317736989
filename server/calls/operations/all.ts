import { assignSubscription } from './account/assign-subscription.ts'
import { updateAccount } from './account/update-account.ts'
import { listValueTypes } from './balance/list-value-types.ts'
import { updateBalance } from './balance/update-balance.ts'
import { applyBrand } from './brand/apply-brand.ts'
import { brandHistory } from './brand/brand-history.ts'
import { brandVersion } from './brand/brand-version.ts'
import { cancelScheduled } from './brand/cancel-scheduled.ts'
import { editBrand } from './brand/edit-brand.ts'
import { exportBrand } from './brand/export-brand.ts'
import { listLocations } from './brand/list-locations.ts'
import { rollbackBrand } from './brand/rollback-brand.ts'
import { refreshScores } from './campaign/refresh-scores.ts'
import { refreshSegments } from './campaign/refresh-segments.ts'
import { simulate } from './campaign/simulate.ts'
import { tellCampaigns } from './campaign/tell-campaigns.ts'
import { allocate } from './card/allocate.ts'
import { allocateChildCard } from './card/allocate-child-card.ts'
import { cardHistory } from './card/card-history.ts'
import { generatePassLink } from './card/generate-pass-link.ts'
import { memberToken } from './card/member-token.ts'
import { reactivate } from './card/reactivate.ts'
import { referralCode } from './card/referral-code.ts'
import { channelSubscription } from './channel/channel-subscription.ts'
import { listSubscriptionLists } from './channel/list-subscription-lists.ts'
import { subscriptionDetails } from './channel/subscription-details.ts'
import { updateChannelSubscription } from './channel/update-channel-subscription.ts'
import { checkout } from './checkout/checkout.ts'
import { checkoutLookup } from './checkout/checkout-lookup.ts'
import { allocateCoupon } from './coupon/allocate-coupon.ts'
import { couponDetails } from './coupon/coupon-details.ts'
import { discardDraft } from './draft/discard-draft.ts'
import { draftLookup } from './draft/draft-lookup.ts'
import { listDrafts } from './draft/list-drafts.ts'
import { publishDraft } from './draft/publish-draft.ts'
import { reopenDraft } from './draft/reopen-draft.ts'
import { reviewDraft } from './draft/review-draft.ts'
import { saveDraft } from './draft/save-draft.ts'
import { submitDraft } from './draft/submit-draft.ts'
import { cancelErrand } from './errand/cancel-errand.ts'
import { errandLookup } from './errand/errand-lookup.ts'
import { listErrands } from './errand/list-errands.ts'
import { startErrand } from './errand/start-errand.ts'
import { createEventType } from './event/create-event-type.ts'
import { listEventTypes } from './event/list-event-types.ts'
import { balance } from './flex/balance.ts'
import { enroll } from './flex/enroll.ts'
import { quickCheckout } from './flex/quick-checkout.ts'
import { changeKey } from './key/change-key.ts'
import { createKey } from './key/create-key.ts'
import { listKeys } from './key/list-keys.ts'
import { ownKey } from './key/own-key.ts'
import { revokeKey } from './key/revoke-key.ts'
import { rotateKey } from './key/rotate-key.ts'
import { communicationActivity } from './message/communication-activity.ts'
import { logPushEvent } from './message/log-push-event.ts'
import { messageStates } from './message/message-states.ts'
import { processBounce } from './message/process-bounce.ts'
import { processMessage } from './message/process-message.ts'
import { renderTemplate } from './message/render-template.ts'
import { retryMessages } from './message/retry-messages.ts'
import { addPersonalOffer } from './offer/add-personal-offer.ts'
import { offerActivity } from './offer/offer-activity.ts'
import type { Operation } from './operation.ts'
import { startRepair } from './repair/start-repair.ts'
import { auditLog } from './report/audit-log.ts'
import { closeMonth } from './report/close-month.ts'
import { listClosedMonths } from './report/list-closed-months.ts'
import { reopenMonth } from './report/reopen-month.ts'
import { report } from './report/report.ts'
import { listRequests } from './request/list-requests.ts'
import { requestLookup } from './request/request-lookup.ts'
import { returnMerchandise } from './return/return-merchandise.ts'
import { chooseReward } from './rules/choose-reward.ts'
import { triggerCampaignRule } from './rules/trigger-campaign-rule.ts'
import { triggerCustomCampaigns } from './rules/trigger-custom-campaigns.ts'
import { triggerReferRewards } from './rules/trigger-refer-rewards.ts'
import { search } from './search/search.ts'
import { generateCards } from './stock/generate-cards.ts'
import { generateCoupons } from './stock/generate-coupons.ts'
import { transfer } from './transfer/transfer.ts'
import { voidTransaction } from './void/void-transaction.ts'
import { enableReceiver } from './webhook/enable-receiver.ts'
import { replayWebhook } from './webhook/replay-webhook.ts'
import { webhookStates } from './webhook/webhook-states.ts'

const whole = [
  addPersonalOffer,
  allocate,
  allocateChildCard,
  allocateCoupon,
  cardHistory,
  channelSubscription,
  checkout,
  checkoutLookup,
  chooseReward,
  communicationActivity,
  couponDetails,
  createEventType,
  generatePassLink,
  memberToken,
  listEventTypes,
  listRequests,
  listSubscriptionLists,
  listValueTypes,
  logPushEvent,
  offerActivity,
  ownKey,
  processBounce,
  processMessage,
  reactivate,
  referralCode,
  renderTemplate,
  requestLookup,
  returnMerchandise,
  search,
  subscriptionDetails,
  transfer,
  triggerCampaignRule,
  triggerCustomCampaigns,
  triggerReferRewards,
  updateAccount,
  updateBalance,
  updateChannelSubscription,
  voidTransaction,

  balance,
  enroll,
  quickCheckout,

  applyBrand,
  assignSubscription,
  auditLog,
  brandHistory,
  brandVersion,
  cancelErrand,
  cancelScheduled,
  changeKey,
  closeMonth,
  createKey,
  discardDraft,
  draftLookup,
  editBrand,
  enableReceiver,
  errandLookup,
  exportBrand,
  generateCards,
  generateCoupons,
  listClosedMonths,
  listDrafts,
  listErrands,
  listKeys,
  listLocations,
  messageStates,
  publishDraft,
  refreshScores,
  refreshSegments,
  reopenDraft,
  reopenMonth,
  replayWebhook,
  report,
  retryMessages,
  reviewDraft,
  revokeKey,
  rollbackBrand,
  rotateKey,
  saveDraft,
  simulate,
  startErrand,
  startRepair,
  submitDraft,
  tellCampaigns,
  webhookStates,
] as const

/** The whole interface, on one page. */
export const operations: readonly Operation[] = whole

/** The same for the compiler: an operation by its name, with what it takes and returns. */
export type NamedOperations = {
  readonly [One in (typeof whole)[number] as One['name']]: One
}
