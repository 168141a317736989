import assert from 'node:assert/strict'
import { test } from 'node:test'
import { rowsOf } from '../support/report-shop.ts'
import { openShop, type Shop } from '../support/shop.ts'
import { sql } from '../support/time-passes.ts'

/** Everything that was done so far was done so many days ago. */
async function daysAgo(shop: Shop, days: number) {
  const back = (column: string) => `${column} = ${column} - make_interval(days => $2)`
  await sql(`update request set ${back('happened_at')} where brand_id = $1`, [shop.id, days])
  await sql(`update card set ${back('activated_at')}, ${back('created_at')} where brand_id = $1`, [shop.id, days])
}

const people = [{ country: 'US', state: 'NY' }, { country: 'US', state: 'CA' }, { country: 'DE' }] as const

const short = async (shop: Shop, more: object) =>
  (await rowsOf(shop, 'dormant', more)).map(({ country, state, valueType, cards, amount }) =>
    [country, state, valueType, cards, amount].filter((one) => one !== undefined).join(' '),
  )

test('what nobody has touched is told by where customers live, and a call wakes it', async () => {
  const shop = await openShop()
  const cards: string[] = []
  for (const primaryCustomer of people) {
    const card = await shop.card({ usd: 10, points: 3 })
    await shop.must('updateAccount', { cardNumber: card, primaryCustomer })
    cards.push(card)
  }
  const [newYork = '', , berlin = ''] = cards
  await shop.card({ usd: 7 })
  await shop.card()
  assert.deepEqual(await short(shop, {}), [])
  await daysAgo(shop, 400)
  assert.deepEqual((await short(shop, {})).toSorted(), [
    '(none) Currency USD 1 7.00',
    'DE Currency USD 1 10.00',
    'DE Points 1 3',
    'US Currency USD 2 20.00',
    'US Points 2 6',
  ])
  assert.deepEqual(await short(shop, { days: 401 }), [])
  await shop.must('updateBalance', {
    cardNumber: newYork,
    action: 'redeem',
    amount: { balanceType: 'Points', amount: 1 },
  })
  const refused = await shop.call('updateBalance', {
    cardNumber: berlin,
    action: 'redeem',
    amount: { balanceType: 'Points', amount: 1000 },
  })
  assert.equal(refused.body.success, false)
  assert.deepEqual((await short(shop, { by: 'state' })).toSorted(), [
    '(none) (none) Currency USD 1 7.00',
    'DE (none) Currency USD 1 10.00',
    'DE (none) Points 1 3',
    'US CA Currency USD 1 10.00',
    'US CA Points 1 3',
  ])
  const { body } = await shop.call('report', { name: 'liability', days: 3 })
  assert.equal(body.errorCode, 100)
  assert.deepEqual(await shop.verify(), [])
})

test('rewards by rule and expiry wake nobody, and a child card sleeps with its root', async () => {
  const gift = { id: 'gift', trigger: 'custom', then: [{ issue: { balanceType: 'Points', amount: 5 } }] }
  const shop = await openShop({ more: { campaigns: [{ id: 'club', name: 'Club', rules: [gift] }] } })
  const root = await shop.card({ usd: 1 })
  await shop.must('allocateChildCard', { cardNumber: root, childCardNumber: 'CHILD-1' })
  const load = { action: 'issue', amount: { balanceType: 'Points', amount: 4 } }
  await shop.must('updateBalance', { cardNumber: root, childCardNumber: 'CHILD-1', ...load })
  await daysAgo(shop, 500)
  await shop.must('triggerCustomCampaigns', { cardNumber: root })
  assert.deepEqual((await short(shop, {})).toSorted(), ['(none) Currency USD 1 1.00', '(none) Points 1 9'])
  await shop.must('updateBalance', { cardNumber: root, childCardNumber: 'CHILD-1', ...load })
  assert.deepEqual(await short(shop, {}), [])
  assert.deepEqual(await shop.verify(), [])
})
