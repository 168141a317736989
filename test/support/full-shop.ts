import { accountSections } from './account-shop.ts'
import { campaign, points, productsOf, shopCoupons, shopProducts } from './checkout-shop.ts'
import { openShop, type Shop, type ShopOptions } from './shop.ts'
import { oneDay, secondsFromNow } from './time-passes.ts'
import { broughtBack, undone } from './undo-shop.ts'

const rules = [
  { id: 'earn', then: [points(5), { notify: { channel: 'webhook', text: 'Earned {{ mutation.amount }}' } }] },
  { id: 'one-off', when: [{ fact: 'coupon', set: 'ten', op: '=', value: true }], then: [{ discount: { amount: 1 } }] },
  { id: 'code-off', when: [{ fact: 'code', set: 'public' }], then: [{ discount: { amount: 0.5 } }] },
  {
    id: 'birthday',
    trigger: 'date',
    date: { of: 'customer.birthday', offsetDays: 0, hour: 9 },
    then: [points(50)],
  },
  { id: 'regular', trigger: 'segment', segment: { id: 'buyers', on: 'enter' }, then: [points(7)] },
]

const buyers = { id: 'buyers', name: 'Buyers', where: [{ fact: 'history.checkouts', op: '>=', value: 1 }] }

export interface FullShop {
  readonly shop: Shop
  /** Has something of everything: balances, a hold, a child card, an account, an offer, sales, a coupon. */
  readonly cardNumber: string
  readonly hold: string
  readonly sale: string
  /** A checkout locks it, with a coupon, a code and firings. */
  readonly locked: string
  readonly setup: string
}

export const fullShopOptions = (receiver: string): ShopOptions => ({
  cardSets: [{ id: 'cards', name: 'Cards', generate: { count: 8, prefix: '60', length: 16 } }],
  more: {
    ...accountSections,
    products: shopProducts,
    couponSets: [...shopCoupons, { id: 'public', name: 'Public', codes: [{ code: 'ALL', uses: 100, perCard: 9 }] }],
    campaigns: [campaign(rules, { budget: { amount: 1000, of: { balanceType: 'Points' }, every: 'month' } })],
    segments: [buyers],
    webhooks: [{ id: 'erp', url: receiver }],
    senders: { webhook: { url: receiver, secrets: ['whsec_c2VjcmV0LXNlY3JldC1zZWNyZXQ='] } },
  },
})

/** A brand in which nearly every table has rows, all of them made by calls. */
export async function openFullShop(receiver = 'https://erp.example/events', more: ShopOptions = {}): Promise<FullShop> {
  const shop = await openShop({ ...fullShopOptions(receiver), ...more })
  const cardNumber = await shop.card({ usd: 50, points: 3 })
  const hold = await fillWallet(shop, cardNumber)
  await fillAccount(shop, cardNumber)
  const sale = await sell(shop, cardNumber)
  await takeBack(shop, cardNumber)
  await transferOne(shop)
  await shop.must('allocateCoupon', { couponId: 'FEW-1' })
  const locked = await shop.card({ usd: 5 })
  const { couponId } = await shop.must('allocateCoupon', { couponSetId: 'ten', cardNumber: locked, promotionId: 'may' })
  const locking = { isSetup: true, lockSetupDuration: 600, coupons: [couponId, 'ALL'], products: productsOf('1 ESP 3') }
  const { transactionId: setup } = await shop.must('checkout', { cardNumber: locked, ...locking })
  return { shop, cardNumber, hold, sale, locked, setup }
}

/** Returns the hold. */
async function fillWallet(shop: Shop, cardNumber: string): Promise<string> {
  const issue = (amount: object, more: object = {}) =>
    shop.must('updateBalance', { cardNumber, action: 'issue', amount, ...more })
  await issue({ balanceType: 'Points', amount: 9 }, { issuedBalanceExpiration: secondsFromNow(oneDay) })
  const usd = { balanceType: 'Currency', balanceCode: 'USD', amount: 7 }
  const { transactionId } = await shop.must('updateBalance', { cardNumber, action: 'hold', amount: usd })
  const headers = { customRequestId: 'once', externalTransactionId: 'order-1', note: 'by hand' }
  await shop.must('updateBalance', { cardNumber, action: 'redeem', amount: usd }, headers)
  await shop.must('allocateChildCard', { cardNumber, childCardNumber: 'KID' })
  const child = { childCardNumber: 'KID', action: 'issue', amount: { balanceType: 'Points', amount: 2 } }
  await shop.must('updateBalance', { cardNumber, ...child })
  return transactionId
}

async function fillAccount(shop: Shop, cardNumber: string): Promise<void> {
  const primaryCustomer = { firstName: 'Ana', email: 'ana@example.com', phone: '+12125550123', birthday: '1990-03-15' }
  const newEvents = [{ categoryId: 'app-open' }]
  await shop.must('updateAccount', { cardNumber, primaryCustomer, newEvents, customCardNumber: 'ANAS-OWN' })
  const consent = { channel: 'email', channelUser: 'ana@example.com', globalOptIn: true }
  await shop.must('updateChannelSubscription', consent)
  await shop.must('assignSubscription', { cardNumber, subscriptionId: 'lounge' })
}

/** Sales with an offer, a coupon, and a payment that was made before. Returns the first. */
async function sell(shop: Shop, cardNumber: string): Promise<string> {
  const offer = { skus: [{ sku: 'CAKE' }], discountType: 'percentageDiscount', percentageDiscount: 50 }
  const offers = [{ ...offer, expirationDate: secondsFromNow(10 * oneDay) }]
  await shop.must('addPersonalOffer', { cardNumber, offers })
  const { couponId } = await shop.must('allocateCoupon', { couponSetId: 'ten', cardNumber, promotionId: 'summer' })
  const products = productsOf('1 CAKE 4')
  const { requestRef } = await shop.must('checkout', { cardNumber, products, coupons: [couponId, 'ALL'] })
  const { body: paid } = await shop.redeem(cardNumber, { usd: 3 })
  const paymentMethods = [{ updateBalanceRequestRef: paid.requestRef }]
  await shop.must('checkout', { cardNumber, products: productsOf('1 ESP 3'), paymentMethods })
  return requestRef
}

/** A sale that is returned, and an issuance that is voided. */
async function takeBack(shop: Shop, cardNumber: string): Promise<void> {
  const { requestRef } = await shop.must('checkout', { cardNumber, products: productsOf('1 LATTE 4') })
  await broughtBack(shop, { requestRef, cardNumber }, '1 LATTE')
  const { body: issued } = await shop.issue(cardNumber, { points: 4 })
  await undone(shop, cardNumber, issued.requestRef)
}

async function transferOne(shop: Shop): Promise<void> {
  const [old, card] = [await shop.card({ points: 5 }), await shop.card()]
  await shop.must('transfer', { action: 'out', cardNumber: old })
  await shop.must('transfer', { action: 'in', cardNumber: card, oldCardNumber: old })
}
