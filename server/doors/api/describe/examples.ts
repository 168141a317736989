import { changesSomething, type Operation } from '../../../calls/operations/operation.ts'
import type { FieldShape, FieldSpec, Model } from '../../../ground/contract/field.ts'
import { catalogue } from '../../../ground/kernel/errors.ts'
import { pathOf } from './transport.ts'

/** A card of the demo brand. */
export const cardNumber = '70000001'
export const requestRef = '019a7b3c-5d2e-7f10-8a4b-1c2d3e4f5a6b'

/** Requests whose meaningful fields are not those that are always required. */
const requestExamples: Readonly<Record<string, object>> = {
  addPersonalOffer: {
    cardNumber,
    offers: [
      {
        skus: [{ sku: 'LAT' }],
        discountType: 'percentageDiscount',
        percentageDiscount: 20,
        expirationDate: '2027-06-30 23:59:59',
      },
    ],
  },
  allocate: { cardSetId: 'rewards-cards' },
  assignSubscription: { cardNumber, subscriptionId: 'lounge', name: 'Lounge', tier: 'Gold' },
  allocateCoupon: { couponSetId: 'welcome' },
  cardHistory: { cardNumber, maxResults: 10 },
  checkout: {
    cardNumber,
    products: [{ sku: 'ESP', unitPrice: 3.5, amountPurchased: 2 }],
    returnBalances: true,
    returnBalanceMutations: true,
  },
  channelSubscription: { channel: 'email', channelUser: 'ana@example.com' },
  changeKey: { key: 'till-2', scope: ['merchant'] },
  createKey: { key: 'till-2' },
  enableReceiver: { channel: 'webhook' },
  couponDetails: { couponId: 'TEN-1', action: 'details' },
  createEventType: { categoryId: 'app-open', name: 'App opened', groupType: 'OTHER', sentiment: 1 },
  communicationActivity: { cardNumber, maxResults: 10 },
  enroll: {
    cardSetId: 'rewards-cards',
    customerUpdates: { firstName: 'Ana', email: 'ana@example.com' },
    amount: { amount: 25, balanceType: 'Currency', balanceCode: 'USD' },
  },
  generateCards: { cardSetId: 'rewards-cards', count: 100 },
  generateCoupons: { couponSetId: 'welcome', count: 100 },
  generatePassLink: { cardNumber },
  memberToken: { cardNumber, minutes: 15 },
  referralCode: { cardNumber },
  listEventTypes: { offset: 0, limit: 100 },
  listSubscriptionLists: { communicationChannelType: 'email' },
  listValueTypes: { lookupCardNumber: cardNumber },
  logPushEvent: { cardNumber, messageId: `${requestRef}-1`, eventName: 'opened', eventDate: '2026-01-31 12:00:00' },
  processBounce: { messageId: `${requestRef}-1`, reason: '550 5.1.1 User unknown' },
  processMessage: { cardNumber, message: 'YES', channel: 'sms' },
  quickCheckout: { cardNumber, products: [{ sku: 'ESP', unitPrice: 3.5, amountPurchased: 2 }] },
  renderTemplate: { templateId: 'welcome-mail', cardNumber },
  returnMerchandise: {
    cardNumber,
    checkoutRequestRef: requestRef,
    returnedProducts: [{ sku: 'ESP', amountPurchased: 1 }],
  },
  search: { filters: { cardNumber }, returnFields: { balances: true } },
  transfer: { action: 'out', cardNumber },
  triggerCampaignRule: { cardNumber, campaignRuleUUID: 'earn/per-dollar' },
  triggerCustomCampaigns: { cardNumber, customKeyValues: [{ key: 'visit', value: 'lounge' }] },
  chooseReward: { cardNumber, rewardId: 'free-coffee' },
  triggerReferRewards: { cardNumber, checkoutCount: 3, checkoutTotalSum: 120.5 },
  updateAccount: {
    cardNumber,
    primaryCustomer: { firstName: 'Ana', email: 'ana@example.com' },
    countAsEnrollment: true,
  },
  updateChannelSubscription: {
    channel: 'email',
    channelUser: 'ana@example.com',
    globalOptIn: true,
    doubleOptIn: true,
    categories: [{ category: 'News', optIn: true }],
  },
  updateBalance: {
    cardNumber,
    action: 'issue',
    amount: { amount: 25, balanceType: 'Currency', balanceCode: 'USD' },
    returnBalances: true,
  },
  retryMessages: { messageId: `${requestRef}-1` },
  replayWebhook: { webhookId: 'erp', fromDate: '2026-11-01 08:00:00' },
  revokeKey: { key: 'till-2' },
  rotateKey: { key: 'till-2' },
  saveDraft: {
    title: 'Mocha',
    entries: [{ section: 'products', key: 'MOC', text: '{ sku: MOC, name: Mocha }' }],
  },
  startErrand: { kind: 'verify' },
  voidTransaction: { requestRef, cardNumber },
}

const usd = (amount: number) => ({ amount, scale: 2, balanceType: 'Currency', balanceCode: 'USD', isHold: false })

/** Answers to the example requests, where those ask for more than what is always answered. */
const responseExamples: Readonly<Record<string, object>> = {
  checkout: {
    transactionId: requestRef,
    cardNumber,
    checkoutTotalBeforeDiscount: 7,
    totalDiscount: 0,
    checkoutTotalAfterDiscount: 7,
    balances: [{ amount: 7, scale: 0, balanceType: 'Points', isHold: false }],
    balanceMutations: [{ amount: 7, isDiscount: false, balanceType: 'Points' }],
    responseMessages: [],
  },
  search: { cards: [{ cardNumber, cardSetId: 'rewards-cards', balances: [usd(25)] }], usedCache: false },
  updateBalance: { transactionId: requestRef, cardNumber, balances: [usd(25)], didOverdraw: false },
}

/** Values of fields that most operations share. */
const namedValues: Readonly<Record<string, string | number>> = {
  cardNumber,
  lookupCardNumber: cardNumber,
  childCardNumber: 'CHILD-1',
  requestRef,
  transactionId: requestRef,
  checkoutTransactionId: requestRef,
  externalTransactionId: 'order-4711',
  channelUser: 'ana@example.com',
  couponId: 'TEN-1',
  pin: '8422',
  messageId: `${requestRef}-1`,
  url: 'https://loyalty.example/pass/8Xg2…',
  amount: 25,
  scale: 2,
}

export function requestExample(operation: Operation): object {
  return requestExamples[operation.name] ?? exampleOf(operation.request.fields)
}

export function responseExample(operation: Operation): object {
  const body = responseExamples[operation.name] ?? exampleOf(operation.response.fields, { isAnswer: true, within: [] })
  return { ...body, success: true, requestRef }
}

export const errorExample = { errorMessage: catalogue[2].text, errorCode: 2, requestRef, success: false }

/** The operation's example request as a shell command; who calls and from where are variables of the shell. */
export function curlExample(operation: Operation): string {
  const body = bodyText(requestExample(operation)).replaceAll("'", `'\\''`)
  return [
    'curl -u "$KEY:$SECRET"',
    '-H "Brand: $BRAND" -H "Location: $LOCATION" -H "Terminal: $TERMINAL"',
    ...(changesSomething(operation) ? ['-H "customRequestId: $(uuidgen)"'] : []),
    `-d '${body}'`,
    `"$PURSER${pathOf(operation)}"`,
  ].join(' \\\n  ')
}

/** On one line if it fits, else a line for each field. */
function bodyText(body: object): string {
  const whole = JSON.stringify(body)
  if (whole.length <= 80) return whole
  const lines = Object.entries(body).map(([name, value]) => `    ${JSON.stringify(name)}: ${JSON.stringify(value)}`)
  return `{\n${lines.join(',\n')}\n  }`
}

interface ExamplePlace {
  readonly isAnswer: boolean
  /** The models that it is part of. */
  readonly within: readonly Model[]
}

/** The required fields, each with a plausible value. */
function exampleOf(fields: FieldShape, place: ExamplePlace = { isAnswer: false, within: [] }): object {
  const required = Object.entries(fields).filter(([, { spec }]) => spec.required)
  return Object.fromEntries(required.map(([name, { spec }]) => [name, exampleValue(name, spec, place)]))
}

function exampleValue(name: string, spec: FieldSpec, place: ExamplePlace): unknown {
  switch (spec.kind) {
    case 'text':
      return namedValues[name] ?? 'example'.slice(0, spec.max)
    case 'flag':
      // Whoever calls wishes something; what an answer marks is mostly not so.
      return !place.isAnswer
    case 'integer':
    case 'decimal':
    case 'number':
      return namedValues[name] ?? spec.min ?? 1
    case 'dateTime':
      return '2026-01-31 12:00:00'
    case 'date':
      return '2026-01-31'
    case 'choice':
      return spec.choices?.[0]
    case 'list':
      return spec.item && !isWithin(spec.item, place.within) ? [exampleValue(name, spec.item, place)] : []
    case 'object':
    case 'json':
      return spec.model ? exampleOf(spec.model.fields, { ...place, within: [...place.within, spec.model] }) : {}
  }
}

function isWithin({ model }: FieldSpec, within: readonly Model[]): boolean {
  return model !== undefined && within.includes(model)
}
