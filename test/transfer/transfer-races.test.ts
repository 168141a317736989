import assert from 'node:assert/strict'
import { outcomes, race, successes } from '../support/race.ts'
import { type Shop, times } from '../support/shop.ts'
import { liability, worthOf } from '../support/transfer-shop.ts'

const cards = (shop: Shop, count: number, amounts: object = {}): Promise<string[]> =>
  Promise.all(times(count, () => shop.card(amounts)))

/** Points that a card and its children have, frozen ones too. */
async function pointsOf(shop: Shop, numbers: readonly string[]): Promise<number> {
  const found = await Promise.all(numbers.map((number) => shop.balances(number)))
  return found.flat().reduce((sum: number, { amount }: { amount: number }) => sum + amount, 0)
}

race('of twenty transfers in of one old card, one is made', async ({ shop, till }) => {
  const targets = await cards(shop, 20)
  const old = await shop.card({ points: 50, usd: 9 })
  await shop.must('transfer', { action: 'out', cardNumber: old })

  const answers = await Promise.all(
    targets.map((cardNumber, i) => till(i).call('transfer', { action: 'in', cardNumber, oldCardNumber: old })),
  )

  assert.deepEqual(outcomes(answers), { ok: 1, 128: 19 })
  assert.equal(await pointsOf(shop, targets), 59)
})

race('of twenty transfers in to one card, all are made', async ({ shop, till }) => {
  const card = await shop.card()
  const olds = await cards(shop, 20, { points: 3 })

  const answers = await Promise.all(
    olds.map(async (oldCardNumber, i) => {
      await till(i).must('transfer', { action: 'out', cardNumber: oldCardNumber })
      return till(i).call('transfer', { action: 'in', cardNumber: card, oldCardNumber })
    }),
  )

  assert.deepEqual(outcomes(answers), { ok: 20 })
  assert.equal(worthOf(await shop.balances(card)), '60 Points')
})

race('transfers out and redemptions of one card: what was redeemed is not moved', async ({ shop, till }) => {
  const [old, card] = [await shop.card({ points: 100 }), await shop.card()]
  const out = () => shop.call('transfer', { action: 'out', cardNumber: old })

  const redeemed = times(15, (i) => till(i).redeem(old, { points: 1 }))
  const outs = times(3, out)
  const later = times(15, (i) => till(i).redeem(old, { points: 1 }))
  const moves = times(5, (i) => till(i).call('transfer', { action: 'in', cardNumber: card, oldCardNumber: old }))
  const spent = successes(await Promise.all([...redeemed, ...later])).length
  assert.deepEqual(outcomes(await Promise.all(outs)), { ok: 1, 112: 2 })
  const made = successes(await Promise.all(moves)).length
  if (made === 0) await shop.must('transfer', { action: 'in', cardNumber: card, oldCardNumber: old })

  assert.ok(made <= 1)
  assert.equal(worthOf(await shop.balances(card)), `${100 - spent} Points`)
})

race('chains of cards in both directions do not stand in each other’s way', async ({ shop, till }) => {
  const ring = await cards(shop, 12, { points: 10 })
  const before = await liability(shop)

  const answers = await Promise.all(
    ring.map(async (cardNumber, i) => {
      const next = ring[(i + (i % 2 === 0 ? 1 : 11)) % 12] ?? ''
      await till(i).call('transfer', { action: 'out', cardNumber })
      return till(i).call('transfer', { action: 'in', cardNumber: next, oldCardNumber: cardNumber })
    }),
  )

  assert.ok(answers.every(({ body }) => body.success || [112, 128].includes(body.errorCode)))
  assert.deepEqual(await liability(shop), before)
})

race('a child is in use while its root moves on', async ({ shop, till }) => {
  const [old, card] = [await shop.card(), await shop.card()]
  const names = times(4, (i) => `KID-${i}`)
  const issue = (cardNumber: string, childCardNumber: string, caller: number) =>
    till(caller).call('updateBalance', {
      cardNumber,
      childCardNumber,
      action: 'issue',
      amount: { balanceType: 'Points', amount: 1 },
    })
  for (const childCardNumber of names) {
    await shop.must('allocateChildCard', { cardNumber: old, childCardNumber })
    await issue(old, childCardNumber, 0)
  }

  const early = times(20, (i) => issue(old, names[i % 4] ?? '', i))
  const move = (async () => {
    await shop.must('transfer', { action: 'out', cardNumber: old })
    return shop.must('transfer', { action: 'in', cardNumber: card, oldCardNumber: old })
  })()
  const late = times(20, (i) => issue(card, names[i % 4] ?? '', i))
  const clashes = times(4, (i) =>
    till(i).call('allocateChildCard', { cardNumber: card, childCardNumber: `NEW-${i % 2}` }),
  )
  const made = successes(await Promise.all([...early, ...late])).length + 4
  await move
  await Promise.all(clashes)

  assert.deepEqual(Object.values(await liability(shop)), [made])
  const after = await Promise.all(times(4, (i) => issue(card, names[i] ?? '', i)))
  assert.deepEqual(outcomes(after), { ok: 4 })
})

race(
  'a coupon is used while its card hands it on',
  async ({ shop, till }) => {
    const [old, card] = [await shop.card(), await shop.card()]
    const ids = ['TEN-1', 'TEN-2', 'TEN-3', 'TEN-4']
    for (const couponId of ids) await shop.must('allocateCoupon', { couponId, cardNumber: old, promotionId: couponId })

    const uses = times(4, (i) => till(i).call('couponDetails', { couponId: ids[i], action: 'use' }))
    await shop.must('transfer', { action: 'out', cardNumber: old })
    const more = { action: 'in', cardNumber: card, oldCardNumber: old, transferCoupons: true }
    const moves = times(4, (i) => till(i).call('transfer', more))
    const again = times(4, (i) => till(i).call('couponDetails', { couponId: ids[i], action: 'use' }))
    const used = successes(await Promise.all([...uses, ...again])).length
    assert.deepEqual(outcomes(await Promise.all(moves)), { ok: 1, 128: 3 })

    const rest = await Promise.all(ids.map((couponId) => shop.call('couponDetails', { couponId, action: 'use' })))
    assert.equal(used + successes(rest).length, 4)
  },
  { more: { couponSets: [{ id: 'ten', name: 'Ten', coupons: ['TEN-1', 'TEN-2', 'TEN-3', 'TEN-4'] }] } },
)
