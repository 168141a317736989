import { usd } from './prove-brand.ts'

/** What was done on a card before a race, by which the calls of the race name it. */
export interface Before {
  readonly card: string
  readonly issue: string
  readonly redeem: string
  readonly hold: string
  readonly sale: string
  readonly coupon: string
}

interface Call {
  readonly operation: string
  readonly body: object
}

const update = ({ card }: Before, action: string, cents: number, more: object = {}): Call => ({
  operation: 'updateBalance',
  body: { cardNumber: card, action, amount: usd(cents), ...more },
})
const sale = ({ card }: Before, total: number, more: object = {}): Call => ({
  operation: 'checkout',
  body: { cardNumber: card, checkoutTotal: total, ...more },
})
const undo = ({ card }: Before, requestRef: string): Call => ({
  operation: 'voidTransaction',
  body: { cardNumber: card, requestRef },
})
const paying = (cents: number) => ({ paymentMethods: [{ redeemBalance: true, ...usd(cents) }] })

/** What calls of a race do to a card that has 100 dollars of one issuance, of which 20 are held and 15 spent. */
export const raceDeeds: Readonly<Record<string, (before: Before) => Call>> = {
  issue: (before) => update(before, 'issue', 700),
  redeem: (before) => update(before, 'redeem', 6000),
  'redeem what is there': (before) => update(before, 'redeem', 30_000, { redeemMaxOnOverdraw: true }),
  hold: (before) => update(before, 'hold', 5000),
  'use the hold': (before) => update(before, 'redeem', 2000, { redeemFromHoldTransactionId: before.hold }),
  'release the hold': (before) =>
    update(before, 'redeem', 0, { redeemFromHoldTransactionId: before.hold, releaseHoldRemainder: true }),
  'void the issuance': (before) => undo(before, before.issue),
  'void the redemption': (before) => undo(before, before.redeem),
  'void the hold': (before) => undo(before, before.hold),
  'void the sale': (before) => undo(before, before.sale),
  'return the sale': ({ card, sale: checkoutRequestRef }) => ({
    operation: 'returnMerchandise',
    body: { cardNumber: card, checkoutRequestRef, additionalReturnAmount: 10, reversePayments: true },
  }),
  sale: (before) => sale(before, 55, paying(5500)),
  'sale with the coupon': (before) => sale(before, 5, { coupons: [before.coupon] }),
  'use the coupon': ({ coupon }) => ({ operation: 'couponDetails', body: { couponId: coupon, action: 'use' } }),
  'lock the card': (before) => sale(before, 5, { isSetup: true, lockSetupDuration: 600 }),
  'choose a reward': ({ card: cardNumber }) => ({
    operation: 'chooseReward',
    body: { cardNumber, rewardId: 'mug' },
  }),
  'last use of a limit': (before) => sale(before, 5, { customKeyValues: [{ key: 'promo', value: 'once' }] }),
  suspend: ({ card }) => ({
    operation: 'updateBalance',
    body: {
      cardNumber: card,
      action: 'adjustOnly',
      isAccountingAdjustment: true,
      adjustStatus: { newStatus: 'Suspended' },
    },
  }),
  'transfer out': ({ card }) => ({
    operation: 'transfer',
    body: { action: 'out', cardNumber: card, ignoreHoldBalances: true },
  }),
}
