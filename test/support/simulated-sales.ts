import assert from 'node:assert/strict'
import { points, productsOf } from './checkout-shop.ts'
import type { Answer, Shop } from './shop.ts'
import { sql } from './time-passes.ts'

const cakes = { sku: 'CAKE' }
const drinks = { category: 'drinks' }
const usd = { balanceType: 'Currency', balanceCode: 'USD' }

/** Rules of every kind, most of which fire in some baskets and not in others. */
export const manyRules = [
  { id: 'cake-day', name: 'Cake day', then: [{ discount: { percent: 33, on: { where: cakes }, max: 3 } }] },
  {
    id: 'three',
    when: [{ fact: 'products.quantity', where: drinks, op: '>=', value: 3 }],
    then: [{ discount: { percent: 100, on: { where: drinks, pick: 'cheapest', units: 1 } } }],
  },
  { id: 'coupon', when: [{ fact: 'coupon', set: 'ten' }], then: [{ discount: { amount: 1.23 } }] },
  { id: 'code', when: [{ fact: 'code', set: 'public' }], then: [{ discount: { percent: 7 } }, points(3)] },
  {
    id: 'spend-points',
    exclusive: 'a',
    when: [{ fact: 'keyValue', key: 'use', op: '=', value: 'points' }],
    then: [{ redeem: { balanceType: 'Points', amount: 20 } }, { discount: { amount: 2 } }],
  },
  { id: 'else', exclusive: 'a', then: [{ discount: { amount: 0.05 } }] },
  {
    id: 'budgeted',
    budget: { amount: 9, of: 'discount', every: 'day' },
    when: [{ fact: 'checkout.total', op: '>=', value: 5 }],
    then: [{ discount: { percent: 20 } }],
  },
  { id: 'shipping', then: [{ discount: { percent: 50, on: 'shipping' } }] },
  { id: 'earn', then: [points({ give: 1.5, per: 1, of: 'checkout.netTotal' }, { expiresAfter: { days: 30 } })] },
  { id: 'twice', limit: { times: 2, per: 'card', every: 'day' }, then: [points(7)] },
  { id: 'five', limit: { times: 5, per: 'brand', every: 'ever' }, then: [{ issue: { ...usd, amount: 1 } }] },
  {
    id: 'regular',
    when: [{ fact: 'history.checkouts', op: '>=', value: 2 }],
    then: [points(11), { notify: { channel: 'direct', text: 'Welcome back, {{ customer.firstName }}' } }],
  },
  { id: 'gold', when: [{ fact: 'tier', op: '=', value: 'gold' }], then: [points(25)] },
  {
    id: 'gift',
    when: [{ fact: 'checkout.total', op: '>=', value: 9 }],
    then: [
      { allocateCoupon: { set: 'gift', expiresAfter: { days: 10 } } },
      { notify: { channel: 'webhook', text: 'A gift: {{ coupon.id }}' } },
    ],
  },
  { id: 'few', then: [{ allocateCoupon: { set: 'few' } }] },
  {
    id: 'convert',
    when: [{ fact: 'keyValue', key: 'use', op: '=', value: 'convert' }],
    then: [{ convert: { from: { balanceType: 'Points', amount: 'all' }, to: { ...usd, give: 1, per: 10 } } }],
  },
  {
    id: 'choice',
    option: { id: 'double', group: 'g', maxSelected: 1, display: 'Double' },
    then: [points(4)],
  },
  { id: 'friend', when: [{ fact: 'checkout.isReferred' }], then: [points(6, { to: 'referrer' }), points(2)] },
  {
    id: 'evenly',
    window: { days: ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'], from: '00:00', to: '24:00' },
    then: [points(1)],
  },
  {
    id: 'no-wine',
    when: [{ fact: 'products.quantity', where: { sku: 'WINE' }, op: '>=', value: 1 }],
    then: [{ block: { message: 'No wine' } }],
  },
]

export const manyTiers = {
  by: { fact: 'history.spend', within: { calendar: 'year' } },
  levels: [
    { id: 'silver', at: 20 },
    { id: 'gold', at: 45 },
  ],
}

export const publicCodes = { id: 'public', name: 'Public', codes: [{ code: 'ALL', uses: 6, perCard: 2 }] }

type Roll = (sides: number) => number

/** A basket, with everything that a till may send along. */
export function anyBasket(roll: Roll, cards: readonly string[], coupons: readonly string[]): object {
  const skus = ['ESP', 'LATTE', 'CAKE', 'MUG', ...(roll(12) === 0 ? ['WINE'] : [])]
  const lines = Array.from({ length: 1 + roll(4) }, () => {
    const sku = skus[roll(skus.length)]
    return `${1 + roll(3)} ${sku} ${(50 + roll(900)) / 100}`
  })
  const [cardNumber, referringCardNumber] = [cards[roll(cards.length)], cards[roll(cards.length)]]
  const some = <T>(share: number, value: T) => (roll(share) === 0 ? value : undefined)
  const presented = [some(4, coupons[roll(coupons.length)]), some(3, 'ALL')].filter((one) => one !== undefined)
  const hasCard = roll(8) > 0
  const pays = { redeemBalance: true, ...usd, amount: (1 + roll(300)) / 100, paymentType: 'gift' }
  return {
    ...(hasCard && { cardNumber }),
    products: productsOf(lines.join(', ')),
    checkoutShippingTotal: some(2, 4.5),
    checkoutTipTotal: some(3, 1),
    preDiscounts: some(5, [{ amount: 0.4 }]),
    customKeyValues: some(2, [{ key: 'use', value: roll(2) === 0 ? 'points' : 'convert' }]),
    campaignChoices: some(3, [{ optionId: 'double' }]),
    paymentMethods: some(3, [...(hasCard ? [pays] : []), { paymentType: 'cash', amount: 5 }]),
    ...(presented.length > 0 && { coupons: presented }),
    removeBlockingCoupons: roll(2) === 0,
    failOnUnusedCoupons: roll(3) === 0,
    ...(roll(4) === 0 && referringCardNumber !== cardNumber && { referringCardNumber }),
  }
}

const flags = { returnBalanceMutations: true, returnBalances: true, returnResponseObjects: true }

/** Does the checkout that was simulated, and holds what happened against what was foretold. */
export async function assertForetold(shop: Shop, basket: object): Promise<Outcome> {
  const foretold = await shop.must('simulate', basket)
  const { body } = await shop.call('checkout', { ...basket, ...flags })
  const looked = await shop.must('requestLookup', { requestRef: body.requestRef, showExplanation: true })
  assert.deepEqual(explained(foretold.explanation), explained(looked.explanation))
  if (!body.success) {
    assert.equal(foretold.receipt, undefined)
    assert.deepEqual([foretold.refusal.errorCode, foretold.refusal.errorMessage], [body.errorCode, body.errorMessage])
    assert.deepEqual(foretold.refusal.blockingCoupons, body.blockingCoupons)
    return { ended: String(body.errorCode), fired: [] }
  }
  const { receipt } = foretold
  assert.equal(foretold.refusal, undefined)
  assert.deepEqual(answered(receipt), answered(body))
  assert.deepEqual(receipt.balances.filter(isOfCard).map(amountAfter), (body.balances ?? []).map(amountOf))
  assert.deepEqual(receipt.messages.map(textOf).toSorted(), await sentBy(shop, body.requestRef))
  const sets = receipt.issuedCoupons.filter(({ to }: { to?: string }) => to === undefined)
  assert.equal(sets.length, (body.issuedCouponIDs ?? []).length)
  return { ended: 'done', fired: foretold.explanation.fired.map(({ rule }: Body) => rule) }
}

interface Outcome {
  /** `done`, or the error code. */
  readonly ended: string
  readonly fired: readonly string[]
}

type Body = Answer['body']

/** What fired and what did not; the call itself has another reference. */
function explained({ requestRef: _, ...explanation }: Body) {
  return explanation
}

/** What a receipt shares with the answer of a checkout. Expiry is counted from the moment of the call. */
function answered(body: Body) {
  const shared = [
    'checkoutTotalBeforeDiscount',
    'preDiscountTotal',
    'totalDiscount',
    'shippingDiscount',
    'checkoutTotalAfterDiscount',
    'blockingCoupons',
    'responseMessages',
    'responseObjects',
    'campaignOptions',
  ]
  const mutations = (body.balanceMutations ?? []).map(({ balanceExpiration, ...mutation }: Body) => ({
    ...mutation,
    expires: balanceExpiration !== undefined,
  }))
  return { ...Object.fromEntries(shared.map((name) => [name, body[name]])), mutations }
}

const isOfCard = ({ of, after }: Body) => of === 'root' && after !== 0
const amountAfter = ({ balanceType, balanceCode, after }: Body) => `${after} ${balanceType} ${balanceCode ?? ''}`
const amountOf = ({ balanceType, balanceCode, amount }: Body) => `${amount} ${balanceType} ${balanceCode ?? ''}`

/** Which coupon a message names is not known before. */
const textOf = ({ channel, text }: Body) => `${channel} ${text.replace(/\(coupon \d+ of \w+\)|G-\w+/g, 'COUPON')}`

async function sentBy(shop: Shop, ref: string): Promise<string[]> {
  const rows = await sql('select channel, body from message where brand_id = $1 and request_ref = $2', [shop.id, ref])
  return rows.map(({ channel, body }) => textOf({ channel, text: body })).toSorted()
}

/** Everything that is stored of a brand but the record of a call and its key. */
export async function everythingOf(shop: Shop): Promise<Record<string, string>> {
  const tables = await sql(
    `select c.relname as name from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attname = 'brand_id'
     where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition`,
    [],
  )
  const found: Record<string, string> = {}
  for (const { name } of tables) {
    // A key keeps when it was used last.
    if (name === 'request' || name === 'api_key') continue
    // Users of every brand, who log in for other tests, are in the audit log of each.
    const others = name === 'audit_entry' ? `and action not like 'user.%'` : ''
    const [row] = await sql(
      `select count(*) || ' ' || coalesce(md5(string_agg(one::text, E'\\n' order by one::text)), '') as sum
       from ${name} as one where brand_id = $1 ${others}`,
      [shop.id],
    )
    found[name] = row.sum
  }
  return found
}
