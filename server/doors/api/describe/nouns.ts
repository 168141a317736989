import type { Operation } from '../../../calls/operations/operation.ts'

/** What operations are about, for tools that show them in folders. In the order in which they are shown. */
const nouns: Readonly<Record<string, string>> = {
  Cards: 'allocate search allocateChildCard cardHistory generatePassLink memberToken referralCode reactivate',
  Customers:
    'enroll updateAccount channelSubscription updateChannelSubscription subscriptionDetails listSubscriptionLists assignSubscription',
  Balances: 'updateBalance listValueTypes balance',
  Checkouts: 'checkout checkoutLookup returnMerchandise quickCheckout',
  Coupons: 'allocateCoupon couponDetails',
  Offers: 'addPersonalOffer offerActivity',
  Rules: 'chooseReward triggerCampaignRule triggerCustomCampaigns triggerReferRewards',
  Messages:
    'communicationActivity renderTemplate logPushEvent processBounce processMessage messageStates retryMessages enableReceiver',
  Events: 'createEventType listEventTypes',
  Calls: 'requestLookup listRequests voidTransaction ownKey',
  Transfers: 'transfer',
  Brand: 'exportBrand applyBrand editBrand brandHistory brandVersion rollbackBrand cancelScheduled listLocations',
  Campaigns: 'tellCampaigns simulate refreshSegments refreshScores',
  Drafts: 'listDrafts saveDraft draftLookup submitDraft reviewDraft reopenDraft publishDraft discardDraft',
  Reports: 'report listClosedMonths closeMonth reopenMonth auditLog',
  Stock: 'generateCards generateCoupons',
  Webhooks: 'webhookStates replayWebhook',
  'Long work': 'listErrands startErrand errandLookup cancelErrand',
  Keys: 'listKeys createKey changeKey rotateKey revokeKey',
}

const others = 'Others'

export interface NounFolder {
  readonly noun: string
  readonly operations: readonly Operation[]
}

/** The operations in folders by what they are about; one that nobody has put anywhere is under Others. */
export function byNoun(operations: readonly Operation[]): readonly NounFolder[] {
  const byName = new Map(operations.map((operation) => [operation.name, operation]))
  const folders = Object.entries(nouns).map(([noun, names]) => ({
    noun,
    operations: names.split(' ').flatMap((name) => byName.get(name) ?? []),
  }))
  const placed = new Set(folders.flatMap((folder) => folder.operations))
  const rest = { noun: others, operations: operations.filter((operation) => !placed.has(operation)) }
  return [...folders, rest].filter((folder) => folder.operations.length > 0)
}
