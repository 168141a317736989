import { addPersonalOffer } from './add-personal-offer.ts'
import { applyBrand } from './admin/apply-brand.ts'
import { assignSubscription } from './admin/assign-subscription.ts'
import { createKey } from './admin/create-key.ts'
import { enableReceiver } from './admin/enable-receiver.ts'
import { exportBrand } from './admin/export-brand.ts'
import { generateCards } from './admin/generate-cards.ts'
import { generateCoupons } from './admin/generate-coupons.ts'
import { listKeys } from './admin/list-keys.ts'
import { listLocations } from './admin/list-locations.ts'
import { messageStates } from './admin/message-states.ts'
import { refreshScores } from './admin/refresh-scores.ts'
import { refreshSegments } from './admin/refresh-segments.ts'
import { replayWebhook } from './admin/replay-webhook.ts'
import { retryMessages } from './admin/retry-messages.ts'
import { revokeKey } from './admin/revoke-key.ts'
import { webhookStates } from './admin/webhook-states.ts'
import { allocate } from './allocate.ts'
import { allocateChildCard } from './allocate-child-card.ts'
import { allocateCoupon } from './allocate-coupon.ts'
import { cardHistory } from './card-history.ts'
import { channelSubscription } from './channel-subscription.ts'
import { checkout } from './checkout/checkout.ts'
import { checkoutLookup } from './checkout/checkout-lookup.ts'
import { communicationActivity } from './communication-activity.ts'
import { couponDetails } from './coupon-details.ts'
import { createEventType } from './create-event-type.ts'
import { balance } from './flex/balance.ts'
import { enroll } from './flex/enroll.ts'
import { quickCheckout } from './flex/quick-checkout.ts'
import { generatePassLink } from './generate-pass-link.ts'
import { listEventTypes } from './list-event-types.ts'
import { listRequests } from './list-requests.ts'
import { listSubscriptionLists } from './list-subscription-lists.ts'
import { listValueTypes } from './list-value-types.ts'
import { logPushEvent } from './log-push-event.ts'
import { offerActivity } from './offer-activity.ts'
import type { Operation } from './operation.ts'
import { processBounce } from './process-bounce.ts'
import { processMessage } from './process-message.ts'
import { reactivate } from './reactivate.ts'
import { renderTemplate } from './render-template.ts'
import { requestLookup } from './request-lookup.ts'
import { returnMerchandise } from './return-merchandise.ts'
import { search } from './search/search.ts'
import { subscriptionDetails } from './subscription-details.ts'
import { transfer } from './transfer.ts'
import { triggerCampaignRule } from './trigger-campaign-rule.ts'
import { triggerCustomCampaigns } from './trigger-custom-campaigns.ts'
import { triggerReferRewards } from './trigger-refer-rewards.ts'
import { updateAccount } from './update-account.ts'
import { updateBalance } from './update-balance.ts'
import { updateChannelSubscription } from './update-channel-subscription.ts'
import { voidTransaction } from './void-transaction.ts'

/** The whole interface, on one page. */
export const operations: readonly Operation[] = [
  addPersonalOffer,
  allocate,
  allocateChildCard,
  allocateCoupon,
  cardHistory,
  channelSubscription,
  checkout,
  checkoutLookup,
  communicationActivity,
  couponDetails,
  createEventType,
  generatePassLink,
  listEventTypes,
  listRequests,
  listSubscriptionLists,
  listValueTypes,
  logPushEvent,
  offerActivity,
  processBounce,
  processMessage,
  reactivate,
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
  createKey,
  enableReceiver,
  exportBrand,
  generateCards,
  generateCoupons,
  listKeys,
  listLocations,
  messageStates,
  refreshScores,
  refreshSegments,
  replayWebhook,
  retryMessages,
  revokeKey,
  webhookStates,
]
