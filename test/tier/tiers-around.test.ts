import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readBrandFile } from '../../server/domain/brand/read-brand-file.ts'
import { Connection } from '../../server/ground/database/connection.ts'
import { loadBrand } from '../../server/storage/brand-store/load-brand.ts'
import { listWanted } from '../../server/storage/segment/refresh.sql.ts'
import { campaign, perDollar, points, productsOf } from '../support/checkout-shop.ts'
import { purse } from '../support/rule-table.ts'
import { testDatabase, testSealer } from '../support/shop.ts'
import { bySpend, changesOf, levelOf, openTierShop, silverAndGold, tierOf } from '../support/tier-shop.ts'
import { sql } from '../support/time-passes.ts'
import { placedMessage } from '../support/told-fault.ts'
import { transfersOf } from '../support/transfer-shop.ts'
import { broughtBack, sums, undone } from '../support/undo-shop.ts'
import { openWebhookShop } from '../support/webhook-room.ts'

test('a card that another is transferred to has the higher level of both, and loses it with the sale of then', async () => {
  const rules = [{ trigger: 'tier', tier: { on: 'up', level: 'gold' }, then: [points(50)] }]
  const { shop, bought } = await openTierShop(rules)
  const { moved } = transfersOf(shop)
  const [old, heir] = [await shop.card(), await shop.card()]
  const sale = await bought('1 CAKE 300', { cardNumber: old })
  await bought('1 CAKE 150', { cardNumber: heir })
  const { keptUntil } = await tierOf(shop, old)

  await moved(heir, old)

  const level = await tierOf(shop, heir)
  assert.deepEqual([level.id, level.keptUntil], ['gold', keptUntil])
  assert.deepEqual(await sums(shop, heir), { Points: 50 }, 'a level that moves is not reached again')
  assert.deepEqual(await changesOf(shop, old), ['reached none gold', 'moved gold none'])
  assert.deepEqual(await changesOf(shop, heir), ['reached none silver', 'moved silver gold'])
  await undone(shop, heir, sale.transactionId)
  assert.equal(await levelOf(shop, heir), 'silver')
  assert.deepEqual(await sums(shop, heir), {})
  assert.deepEqual(await shop.verify(), [])
})

test('the pass of a card shows its level, until when, and what is missing to the next one', async () => {
  const { shop, bought } = await openTierShop([])
  const cardNumber = await shop.card()
  await bought('1 CAKE 120.5', { cardNumber })
  const { url } = await shop.must('generatePassLink', { cardNumber })
  const page = await (await fetch(url)).text()

  assert.match(page, /Silver, until \d{4}-\d\d-\d\d/)
  assert.match(page, /179.5 more to Gold/)
})

test('webhooks are told when a level changes', async (t) => {
  const { shop, told, tell } = await openWebhookShop(t, {
    program: { tiers: bySpend },
    webhook: { events: ['tier.changed'] },
  })
  const cardNumber = await shop.card()
  const sale = await shop.must('checkout', { cardNumber, products: productsOf('1 CAKE 300') })
  await undone(shop, cardNumber, sale.transactionId)

  await tell()

  const [up, down] = told().map(({ data }) => data)
  assert.match(up.keptUntil, /^\d{4}-\d\d-\d\dT/)
  assert.deepEqual(
    { ...up, keptUntil: '' },
    {
      requestRef: sale.requestRef,
      cardNumber,
      callType: 'CHECKOUT_COMPLETE',
      locationId: 'L1',
      programId: 'rewards',
      to: 'gold',
      reason: 'reached',
      keptUntil: '',
    },
  )
  assert.deepEqual([down.from, down.to, down.reason], ['gold', undefined, 'undone'])
})

test("what a referrer is given in somebody else's checkout counts at once, and their next call books the level", async () => {
  const tiers = { by: { fact: 'earned', balanceType: 'Points', within: { days: 50 } }, levels: silverAndGold }
  const { shop, bought } = await openTierShop(
    [
      { then: [points(100, { to: 'referrer' }), points(1)] },
      { when: [{ fact: 'tier', op: '=', value: 'silver' }], then: [{ discount: { percent: 10 } }] },
      { trigger: 'tier', tier: { on: 'up' }, then: [points(5)] },
    ],
    tiers,
  )
  const [buyer, referrer] = [await shop.card(), await shop.card()]
  const sale = await bought('1 CAKE 10', { cardNumber: buyer, referringCardNumber: referrer })
  assert.equal(sale.totalDiscount, 0, 'the buyer has no level')
  assert.equal((await tierOf(shop, referrer)).id, 'silver')
  assert.deepEqual(await purse(shop, referrer), { Points: 100 })
  const own = await bought('1 CAKE 10', { cardNumber: referrer })
  assert.equal(own.totalDiscount, 1)
  assert.deepEqual(await purse(shop, referrer), { Points: 106 })
  assert.deepEqual(await shop.verify(), [])
})

test('segments count as earned what rules do', async () => {
  const tiers = { by: { fact: 'earned', balanceType: 'Points', within: { days: 50 } }, levels: silverAndGold }
  const { shop, bought } = await openTierShop(
    [
      { then: [points(perDollar(1)), points(7, { to: 'referrer' })] },
      { trigger: 'tier', tier: { on: 'up' }, then: [points(33)] },
    ],
    tiers,
  )
  const { moved } = transfersOf(shop)
  const cards = [await shop.card(), await shop.card({ points: 20 }), await shop.card(), await shop.card({ points: 4 })]
  const [one = '', two = '', three = '', four = ''] = cards
  await bought('1 CAKE 110', { cardNumber: one, referringCardNumber: two })
  const { transactionId: requestRef } = await bought('4 CAKE 5', { cardNumber: two })
  await broughtBack(shop, { requestRef, cardNumber: two }, '1 CAKE')
  const voided = await bought('1 CAKE 50', { cardNumber: three })
  await undone(shop, three, voided.transactionId)
  await shop.must('allocateChildCard', { cardNumber: three, childCardNumber: 'kid' })
  await bought('1 CAKE 9', { cardNumber: three, childCardNumber: 'kid' })
  await moved(three, four)

  const db = await Connection.open({ url: testDatabase() })
  try {
    const brand = await loadBrand(db, shop.id, testSealer)
    assert(brand)
    const missing = new Map([
      [one, 190],
      [two, 100 - 20 - 7 - 15],
      [three, 100 - 4],
    ])
    for (const [cardNumber, value] of missing) {
      assert.equal((await tierOf(shop, cardNumber)).missing, value, cardNumber)
      const segment = { id: 's', name: 's', where: [{ fact: 'tier.missing', op: '=', value } as const] }
      const range = { after: 0, upto: Number.MAX_SAFE_INTEGER }
      const ids = await listWanted(db, { brand, segment, now: Date.now() }, range)
      const rows = await sql('select card_id from card where brand_id = $1 and card_number = $2', [shop.id, cardNumber])
      assert.deepEqual(ids, [Number(rows[0].card_id)], `${value}`)
    }
  } finally {
    await db.close()
  }
  assert.deepEqual(await shop.verify(), [])
})

//  tiers, rule, what the fault says
const faults: [object | undefined, object, RegExp][] = [
  [{ ...bySpend, levels: silverAndGold.toReversed() }, {}, /silver.*at: must be above the 300 of gold/],
  [{ ...bySpend, levels: [{ id: 'gold', at: 1, keepAt: 2 }] }, {}, /keepAt: is above at/],
  [
    {
      ...bySpend,
      levels: [
        { id: 'a', at: 1 },
        { id: 'a', at: 2 },
      ],
    },
    {},
    /listed twice/,
  ],
  [{ ...bySpend, by: { fact: 'earned' } }, {}, /earned needs a balanceType/],
  [{ ...bySpend, by: { fact: 'earned', balanceType: 'Custom', balanceCode: 'NONE' } }, {}, /has no Custom NONE/],
  [{ ...bySpend, by: { fact: 'history.spend', balanceType: 'Points' } }, {}, /are for earned/],
  [{ ...bySpend, by: { fact: 'history.spend', within: { days: 0 } } }, {}, /by\.within\.days: must be at least a day/],
  [{ ...bySpend, keep: { days: 0 } }, {}, /keep: must be at least a day/],
  [bySpend, { trigger: 'tier' }, /trigger tier needs tier/],
  [bySpend, { tier: { on: 'up' } }, /tier is not allowed with trigger checkout/],
  [bySpend, { trigger: 'tier', tier: { on: 'up', level: 'golden' } }, /tier level "golden"/],
  [bySpend, { trigger: 'tier', tier: { on: 'up' }, target: 'child' }, /levels belong to root cards/],
  [bySpend, { when: [{ fact: 'tier', op: '=', value: 'golden' }] }, /tier level "golden"/],
  [bySpend, { when: [{ fact: 'tier.rank', program: 'none', op: '=', value: 1 }] }, /program "none"/],
  [
    bySpend,
    { trigger: 'tier', tier: { on: 'down' }, then: [{ notify: { channel: 'direct', text: 'x' } }] },
    /on: down has no response/,
  ],
]

test('faults of levels are found when the file is read', async () => {
  const { shop } = await openTierShop([])
  const file = shop.file as { programs: object[] }
  for (const [tiers, rule, expected] of faults) {
    const wrong = {
      ...file,
      programs: file.programs.map((program) => ({ ...program, tiers })),
      campaigns: [campaign([{ then: [points(1)], ...rule }])],
    }
    const read = readBrandFile(JSON.stringify(wrong))
    assert.match(
      JSON.stringify('faults' in read ? read.faults.map(placedMessage) : []).replaceAll('\\"', '"'),
      expected,
    )
  }
})

test('the same file applied twice changes nothing, and an export has the levels', async () => {
  const { shop } = await openTierShop([{ trigger: 'tier', tier: { on: 'keep' }, then: [points(1)] }])
  const exported = await shop.must('exportBrand', {})
  assert.match(JSON.stringify(exported), /keepAt/)
})
