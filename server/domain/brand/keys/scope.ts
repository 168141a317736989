/** Every operation by its group, so that scopes can be checked in rooms that do not know the operations. */
export const operationNames = {
  merchant: [
    'addPersonalOffer',
    'allocate',
    'allocateChildCard',
    'allocateCoupon',
    'cardHistory',
    'channelSubscription',
    'checkout',
    'checkoutLookup',
    'chooseReward',
    'communicationActivity',
    'couponDetails',
    'createEventType',
    'generatePassLink',
    'listEventTypes',
    'listRequests',
    'listSubscriptionLists',
    'listValueTypes',
    'logPushEvent',
    'memberToken',
    'offerActivity',
    'ownKey',
    'processBounce',
    'processMessage',
    'reactivate',
    'referralCode',
    'renderTemplate',
    'requestLookup',
    'returnMerchandise',
    'search',
    'subscriptionDetails',
    'transfer',
    'triggerCampaignRule',
    'triggerCustomCampaigns',
    'triggerReferRewards',
    'updateAccount',
    'updateBalance',
    'updateChannelSubscription',
    'voidTransaction',
  ],
  flex: ['balance', 'enroll', 'quickCheckout'],
  admin: [
    'applyBrand',
    'assignSubscription',
    'auditLog',
    'brandHistory',
    'brandVersion',
    'cancelErrand',
    'cancelScheduled',
    'changeKey',
    'closeMonth',
    'createKey',
    'discardDraft',
    'draftLookup',
    'editBrand',
    'enableReceiver',
    'errandLookup',
    'exportBrand',
    'generateCards',
    'generateCoupons',
    'listClosedMonths',
    'listDrafts',
    'listErrands',
    'listKeys',
    'listLocations',
    'messageStates',
    'publishDraft',
    'refreshScores',
    'refreshSegments',
    'reopenDraft',
    'reopenMonth',
    'replayWebhook',
    'report',
    'retryMessages',
    'reviewDraft',
    'revokeKey',
    'rollbackBrand',
    'rotateKey',
    'saveDraft',
    'simulate',
    'startErrand',
    'startRepair',
    'submitDraft',
    'tellCampaigns',
    'webhookStates',
  ],
} as const

export type OperationName = (typeof operationNames)[keyof typeof operationNames][number]

/** What the word `read` stands for: the operations for tills that change nothing. It never includes administration. */
export const readingNames: readonly string[] = [
  'balance',
  'cardHistory',
  'channelSubscription',
  'checkoutLookup',
  'communicationActivity',
  'listEventTypes',
  'listRequests',
  'listSubscriptionLists',
  'listValueTypes',
  'offerActivity',
  'ownKey',
  'renderTemplate',
  'requestLookup',
  'search',
  'subscriptionDetails',
]

/** What a scope may name beside operations, and what it lets a key do. No group includes one of them. */
const furtherRights = {
  replaceCards: 'Transfer what a suspended, lost or stolen card has to another card.',
} as const

/** Operations that no group includes: a key with a scope has them only by their own word. */
const ownWords = {
  memberTokens: ['memberToken'],
} as const

const apart: ReadonlySet<string> = new Set(Object.values(ownWords).flat())

export type FurtherRight = keyof typeof furtherRights

const meanings: ReadonlyMap<string, readonly string[]> = new Map<string, readonly string[]>([
  ...Object.entries(operationNames).map(([group, names]) => [group, names.filter((name) => !apart.has(name))] as const),
  ['read', readingNames],
  ...Object.values(operationNames)
    .flat()
    .map((name) => [name, [name]] as const),
  ...Object.keys(furtherRights).map((name) => [name, [name]] as const),
  ...Object.entries(ownWords),
])

export const scopeWords: readonly string[] = [
  'merchant',
  'flex',
  'admin',
  'read',
  'names of operations',
  ...Object.keys(furtherRights),
  ...Object.keys(ownWords),
]

export const isScopeWord = (word: string): boolean => meanings.has(word)

/** The operations that a scope allows. Undefined means no scope: all operations, including future ones. */
export function operationsIn(scope: readonly string[] | undefined): ReadonlySet<string> | undefined {
  return scope && new Set(scope.flatMap((word) => meanings.get(word) ?? []))
}

/** Whether a key with this scope has a right that is no operation. */
export function hasFurther(scope: readonly string[] | undefined, right: FurtherRight): boolean {
  return scope === undefined || scope.includes(right)
}

/** Whether a key with the scope `own` may grant the scope `given`. */
export function coversScope(own: readonly string[] | undefined, given: readonly string[] | undefined): boolean {
  const allowed = operationsIn(own)
  const asked = operationsIn(given)
  return !allowed || (asked?.isSubsetOf(allowed) ?? false)
}
