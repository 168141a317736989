import type { OperationName } from '../brand/keys/scope.ts'
import type { Permission } from './permissions.ts'

/**
 * `place`: it acts at one location, or shows only what is of the locations that somebody is restricted to. `brand`: it
 * sees or changes more than that, and is for those who are not restricted.
 */
export type RightReach = 'place' | 'brand'

/** What somebody needs to call an operation from the portal. */
export interface OperationRight {
  readonly permission: Permission
  readonly reach: RightReach
  /** Some of what it does is for others, too; what exactly is judged when its request is read. */
  readonly orAny?: readonly Permission[]
  /** Whether they must have proved just now who they are. */
  readonly isConfirmed?: true
}

const at = (permission: Permission): OperationRight => ({ permission, reach: 'place' })
const over = (permission: Permission): OperationRight => ({ permission, reach: 'brand' })
const confirmed = (permission: Permission): OperationRight => ({ permission, reach: 'brand', isConfirmed: true })

/** Every operation has its row: one without does not compile. `machines`: it is for tills, shops and senders, and no person does it by hand. */
export const operationRights: { readonly [Name in OperationName]: OperationRight | 'machines' } = {
  allocate: at('terminal.use'),
  allocateChildCard: at('terminal.use'),
  checkout: at('terminal.use'),
  updateBalance: { ...at('terminal.use'), orAny: ['cards.repair', 'cards.adjust'] },
  returnMerchandise: at('terminal.use'),
  allocateCoupon: at('cards.repair'),
  voidTransaction: { ...at('cards.repair'), orAny: ['terminal.use'] },
  transfer: { ...at('cards.repair'), orAny: ['cards.replace'] },
  reactivate: at('cards.repair'),
  addPersonalOffer: at('cards.repair'),
  triggerCampaignRule: over('cards.repair'),

  search: over('cards.see'),
  cardHistory: over('cards.see'),
  offerActivity: over('cards.see'),
  couponDetails: { ...over('cards.repair'), orAny: ['coupons.see'] },
  requestLookup: over('requests.see'),
  checkoutLookup: over('requests.see'),
  listRequests: over('requests.see'),
  communicationActivity: over('messages.see'),
  generatePassLink: over('customers.change'),
  memberToken: 'machines',
  referralCode: over('customers.change'),
  updateAccount: over('customers.change'),
  channelSubscription: over('customers.change'),
  updateChannelSubscription: over('customers.change'),
  subscriptionDetails: over('customers.see'),
  assignSubscription: over('customers.change'),
  renderTemplate: over('customers.see'),
  simulate: over('campaigns.see'),
  tellCampaigns: over('campaigns.see'),
  listValueTypes: at('terminal.use'),
  listEventTypes: over('configuration.see'),
  listSubscriptionLists: over('configuration.see'),
  listLocations: over('configuration.see'),

  applyBrand: over('configuration.change'),
  editBrand: over('configuration.change'),
  rollbackBrand: over('configuration.change'),
  cancelScheduled: over('configuration.change'),
  createEventType: over('configuration.change'),
  exportBrand: over('configuration.see'),
  brandHistory: over('configuration.see'),
  brandVersion: over('configuration.see'),
  saveDraft: over('campaigns.change'),
  submitDraft: over('campaigns.change'),
  reviewDraft: over('campaigns.change'),
  publishDraft: over('campaigns.change'),
  reopenDraft: over('campaigns.change'),
  discardDraft: over('campaigns.change'),
  listDrafts: over('campaigns.see'),
  draftLookup: over('campaigns.see'),
  generateCards: over('coupons.make'),
  generateCoupons: over('coupons.make'),
  refreshScores: over('jobs.manage'),
  refreshSegments: over('jobs.manage'),

  messageStates: over('messages.see'),
  retryMessages: over('messages.retry'),
  enableReceiver: over('messages.retry'),
  webhookStates: over('webhooks.see'),
  replayWebhook: over('webhooks.mend'),

  report: over('reports.see'),
  listClosedMonths: over('reports.see'),
  closeMonth: over('books.close'),
  reopenMonth: confirmed('books.reopen'),
  auditLog: over('audit.see'),
  listErrands: over('jobs.see'),
  errandLookup: over('jobs.see'),
  startErrand: over('jobs.manage'),
  cancelErrand: over('jobs.manage'),
  startRepair: { ...over('campaigns.change'), orAny: ['cards.adjust'] },

  listKeys: over('keys.manage'),
  createKey: confirmed('keys.manage'),
  changeKey: confirmed('keys.manage'),
  rotateKey: confirmed('keys.manage'),
  revokeKey: confirmed('keys.manage'),

  balance: 'machines',
  chooseReward: 'machines',
  enroll: 'machines',
  quickCheckout: 'machines',
  logPushEvent: 'machines',
  ownKey: 'machines',
  processBounce: 'machines',
  processMessage: 'machines',
  triggerCustomCampaigns: 'machines',
  triggerReferRewards: 'machines',
}
