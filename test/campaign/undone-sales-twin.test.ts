import assert from 'node:assert/strict'
import { test } from 'node:test'
import { letLocksExpire, lockingCalls, openRuleShop, perDollar, points } from '../support/checkout-shop.ts'
import { times } from '../support/shop.ts'
import { sql } from '../support/time-passes.ts'

/** What gives, counts or waits by who somebody is, whom they brought, and of several figures. */
const rules = [
  { name: 'Thanks', then: [points(50, { to: 'referrer' })] },
  {
    name: 'Welcome',
    when: [{ fact: 'checkout.isReferred', op: '=', value: true }],
    limit: { times: 3, per: 'email', every: 'ever' },
    then: [points(10)],
  },
  {
    name: 'By device and customer',
    limit: [
      { times: 2, per: 'device', every: 'ever' },
      { times: 4, per: 'customer', every: 'ever' },
    ],
    budget: { amount: 60, of: { balanceType: 'Points' }, every: 'ever' },
    then: [points(7)],
  },
  {
    name: 'By phone, for Acme and cake',
    limit: { times: 5, per: 'phone', every: 'ever' },
    then: [
      points({ of: { sum: [spentOn({ attributes: { brand: ['Acme'] } }), spentOn({ sku: ['CAKE'] })] }, times: 3 }),
    ],
  },
  { name: 'By employee', limit: { times: 6, per: 'employee', every: 'ever' }, then: [points(perDollar(2))] },
]

function spentOn(where: object) {
  return { fact: 'products.total', where }
}

async function openTwin(referrals: object) {
  const employees = [
    { id: 'E1', name: 'Ana' },
    { id: 'E2', name: 'Ben' },
  ]
  const open = await openRuleShop(rules, {
    locations: [{ id: 'L1', name: 'Pier 1', terminals: ['T1'], employees }],
    more: { referrals, attributes: [{ name: 'brand', type: 'text' }] },
  })
  const cards: string[] = []
  for (const who of times(4, (index) => index)) {
    const cardNumber = await open.shop.card()
    const primaryCustomer = { email: `p${who % 3}@shop.test`, country: 'US', mobilePhone: `+1212555010${who}` }
    await open.shop.must('updateAccount', { cardNumber, primaryCustomer })
    cards.push(cardNumber)
  }
  return { ...open, cards }
}

type Twin = Awaited<ReturnType<typeof openTwin>>

async function pointsOf({ shop, cards }: Twin): Promise<readonly number[]> {
  const rows = await sql(
    `select card_number, coalesce(sum(lot.amount), 0)::int as points
     from card left join lot on lot.brand_id = card.brand_id and lot.card_id = card.card_id
     where card.brand_id = $1 group by card_number`,
    [shop.id],
  )
  return cards.map((card) => rows.find((row) => row.card_number === card)?.points)
}

/** Always the same numbers for a seed. */
function drawing(seed: number) {
  let state = seed
  return (below: number) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
    return Math.floor((state / 2_147_483_648) * below)
  }
}

/** What a sale is about, at both twins alike. */
function drawSale(draw: (below: number) => number) {
  const [who, referrer, device, employee] = [draw(4), draw(4), draw(2), draw(2)]
  const isReferred = draw(2) === 0 && referrer !== who
  const brand = draw(2) === 0 ? 'Acme' : 'Bolt'
  const espresso = { sku: 'ESP', unitPrice: 1 + draw(4), amountPurchased: 1 + draw(2), attributes: { brand } }
  return {
    who,
    headers: { employee: `E${employee + 1}` },
    of: ({ cards }: Twin) => ({
      cardNumber: cards[who] ?? '',
      products: [espresso, { sku: 'CAKE', unitPrice: 3, amountPurchased: 1 }],
      device: `device-${device}`,
      ...(isReferred && { referringCardNumber: cards[referrer] }),
    }),
  }
}

type Sale = ReturnType<typeof drawSale>

const sell = (twin: Twin, sale: Sale) => twin.shop.must('checkout', sale.of(twin), sale.headers)

/** Ways to sell and undo; `stays` says whether the other twin makes the sale. */
const ways: Readonly<Record<string, { stays: boolean; go: (twin: Twin, sale: Sale) => Promise<unknown> }>> = {
  sold: { stays: true, go: sell },
  voided: { stays: false, go: async (twin, sale) => voidOf(twin, sale, (await sell(twin, sale)).requestRef) },
  'returned in two parts, both voided': {
    stays: true,
    go: async (twin, sale) => {
      const { requestRef: checkoutRequestRef } = await sell(twin, sale)
      const back = { cardNumber: twin.cards[sale.who], checkoutRequestRef }
      const cake = { returnedProducts: [{ sku: 'CAKE', amountPurchased: 1 }] }
      const first = await twin.shop.must('returnMerchandise', { ...back, ...cake })
      const rest = await twin.shop.must('returnMerchandise', back)
      await voidOf(twin, sale, rest.requestRef)
      await voidOf(twin, sale, first.requestRef)
    },
  },
  'locked and cancelled': {
    stays: false,
    go: async (twin, sale) => {
      const { cancel } = lockingCalls(twin)
      assert.ok((await cancel(await lock(twin, sale))).body.success)
    },
  },
  'locked and forgotten': {
    stays: false,
    go: async (twin, sale) => {
      await lock(twin, sale)
      await letLocksExpire(twin.shop)
      await sql(`update referral set until = now() - interval '1 ms' where brand_id = $1 and until is not null`, [
        twin.shop.id,
      ])
    },
  },
  'locked and completed': { stays: true, go: completed },
  'locked, completed and voided': {
    stays: false,
    go: async (twin, sale) => voidOf(twin, sale, await completed(twin, sale)),
  },
}

const lock = (twin: Twin, sale: Sale) =>
  twin.shop.must('checkout', { ...sale.of(twin), isSetup: true, lockSetupDuration: 60 }, sale.headers)

async function completed(twin: Twin, sale: Sale): Promise<string> {
  const { body } = await lockingCalls(twin).complete(await lock(twin, sale))
  assert.ok(body.success, JSON.stringify(body))
  return body.requestRef
}

const voidOf = ({ shop, cards }: Twin, { who }: Sale, requestRef: string) =>
  shop.must('voidTransaction', { cardNumber: cards[who], requestRef })

//  seed  guards, a first purchase only, days of grace
const stories: readonly [seed: number, firstPurchaseOnly: boolean, graceDays: number][] = [
  [7919, false, 0],
  [15_838, true, 0],
  [23_757, false, 5],
  [47_514, true, 5],
]

for (const [seed, firstPurchaseOnly, graceDays] of stories) {
  test(`cards are those of a twin that never made the undone sales (seed ${seed})`, async () => {
    const referrals = { guards: ['card', 'email'], perMonth: 3, firstPurchaseOnly, graceDays }
    const [one, twin] = [await openTwin(referrals), await openTwin(referrals)]
    const draw = drawing(seed)
    const told: string[] = []
    for (let step = 0; step < 14; step += 1) {
      const sale = drawSale(draw)
      const [name = '', way] = Object.entries(ways)[draw(Object.keys(ways).length)] ?? []
      told.push(`${sale.who} ${name}`)
      await way?.go(one, sale)
      if (way?.stays) await sell(twin, sale)
      assert.deepEqual(await pointsOf(one), await pointsOf(twin), told.join(', '))
    }
    assert.deepEqual([await one.shop.verify(), await twin.shop.verify()], [[], []])
  })
}
