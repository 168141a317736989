import assert from 'node:assert/strict'
import { test } from 'node:test'
import { lockingCalls, perDollar, points, productsOf, type RuleShop } from '../support/checkout-shop.ts'
import { applyFile, type Shop } from '../support/shop.ts'
import { bySpend, letDaysPass, levelOf, openTierShop, silverAndGold } from '../support/tier-shop.ts'
import { sql } from '../support/time-passes.ts'
import { transfersOf } from '../support/transfer-shop.ts'
import { bringBack, undo, undone } from '../support/undo-shop.ts'

/** What a card says that counts, if it says so for its last call. */
async function tallyOf(shop: Shop, cardNumber: string): Promise<unknown> {
  const [row] = await sql(
    `select tier_tally -> 'sums' as sums from card
     where brand_id = $1 and card_number = $2 and (tier_tally ->> 'seq')::integer = seq`,
    [shop.id, cardNumber],
  )
  return row?.sums
}

test('a card says itself what counts towards its level, until something is taken back', async () => {
  const { shop, bought } = await openTierShop([{ then: [points(1)] }])
  const cardNumber = await shop.card()
  await bought('1 CAKE 40', { cardNumber })
  const second = await bought('1 CAKE 20', { cardNumber })
  assert.deepEqual(await tallyOf(shop, cardNumber), [['USD', 2, '6000', 2]])

  await shop.redeem(cardNumber, { points: 1 })
  assert.deepEqual(await tallyOf(shop, cardNumber), [['USD', 2, '6000', 2]], 'a redemption counts nothing')
  await undone(shop, cardNumber, second.transactionId)
  assert.equal(await tallyOf(shop, cardNumber), undefined)
  await bought('1 CAKE 60', { cardNumber })

  assert.deepEqual(await tallyOf(shop, cardNumber), [['USD', 2, '10000', 2]])
  assert.equal(await levelOf(shop, cardNumber), 'silver')
  assert.deepEqual(await shop.verify(), [])
})

test('a new card says that nothing counts yet, whatever call is its first', async () => {
  const room = await openTierShop([{ then: [points(1)] }])
  const { shop, bought } = room
  const [card, other] = [await shop.card(), await shop.card({ points: 5 })]
  assert.deepEqual([await tallyOf(shop, card), await tallyOf(shop, other)], [[], []])
  const fresh = await shop.must('allocate', { cardNumber: 'FRESH-1', cardSetId: 'cards', createIfNew: true })
  assert.deepEqual(await tallyOf(shop, fresh.cardNumber), [])

  await bought('1 CAKE 40', { cardNumber: card })
  const { moved } = transfersOf(shop)
  await moved(fresh.cardNumber, card)
  assert.equal(await tallyOf(shop, fresh.cardNumber), undefined, 'what it took over is summed up')
  await bought('1 CAKE 60', { cardNumber: fresh.cardNumber })

  assert.deepEqual(await tallyOf(shop, fresh.cardNumber), [['USD', 2, '10000', 2]])
  assert.equal(await levelOf(shop, fresh.cardNumber), 'silver')
  assert.deepEqual(await shop.verify(), [])
})

test('what a completed setup sells is counted with it', async () => {
  const room = await openTierShop([])
  const { lock, complete, cancel } = lockingCalls(room)
  const cardNumber = await room.shop.card()
  await room.bought('1 CAKE 40', { cardNumber })

  await cancel(await lock(cardNumber, '1 CAKE 500'))
  await complete(await lock(cardNumber, '1 CAKE 60'))

  assert.deepEqual(await tallyOf(room.shop, cardNumber), [['USD', 2, '10000', 2]])
  assert.equal(await levelOf(room.shop, cardNumber), 'silver')
  assert.deepEqual(await room.shop.verify(), [])
})

test('what happened too long ago no longer counts, although the card says that it did', async () => {
  const tiers = { by: { fact: 'history.spend', within: { days: 30 } }, levels: silverAndGold, keep: { days: 1 } }
  const { shop, bought } = await openTierShop([], tiers)
  const cardNumber = await shop.card()
  await bought('1 CAKE 60', { cardNumber })
  await letDaysPass(shop, 20)
  await bought('1 CAKE 30', { cardNumber })
  await letDaysPass(shop, 15)

  await bought('1 CAKE 40', { cardNumber })

  assert.deepEqual(await tallyOf(shop, cardNumber), [['USD', 2, '7000', 2]])
  assert.equal(await levelOf(shop, cardNumber), undefined)
  assert.deepEqual(await shop.verify(), [])
})

test('when a file measures levels by something else, it is counted anew', async () => {
  const { shop, bought } = await openTierShop([{ then: [points(perDollar(2))] }])
  const cardNumber = await shop.card()
  await bought('1 CAKE 40', { cardNumber })
  const earned = { ...bySpend, by: { fact: 'earned', balanceType: 'Points' } }

  const file = shop.file as { programs: object[] }
  await applyFile({ ...file, programs: file.programs.map((program) => ({ ...program, tiers: earned })) })
  await bought('1 CAKE 10', { cardNumber })

  assert.deepEqual(await tallyOf(shop, cardNumber), [['', 0, '100', 0]])
  assert.equal(await levelOf(shop, cardNumber), 'silver')
  assert.deepEqual(await shop.verify(), [])
})

const measures = [
  { by: { fact: 'history.spend', within: { calendar: 'year' } } },
  { by: { fact: 'history.checkouts', within: { days: 30 } } },
  { by: { fact: 'earned', balanceType: 'Points' } },
] as const

for (const [seed, { by }] of measures.entries()) {
  test(`whatever happens to cards, what they say that counts is what happened (${by.fact})`, async () => {
    const levels = by.fact === 'history.checkouts' ? [{ id: 'often', name: 'Often', at: 4 }] : silverAndGold
    const reward = { trigger: 'tier', tier: { on: 'up', level: levels[0]?.id }, then: [points(7)] }
    const room = await openTierShop([{ then: [points(perDollar(1))] }, reward], { by, levels, keep: { days: 10 } })
    await wander(room, seed + 1)
    assert.deepEqual(await room.shop.verify(), [])
  })
}

/** Does sixty things to three cards, of which some are refused; the sums are compared after each six. */
async function wander({ shop }: RuleShop, seed: number): Promise<void> {
  const cards = [await shop.card(), await shop.card(), await shop.card()]
  const { moved } = transfersOf(shop)
  const { complete, cancel } = lockingCalls({ shop })
  const sold: { cardNumber: string; requestRef: string }[] = []
  const calls: { cardNumber: string; requestRef: string }[] = []
  let dice = seed * 7919
  const roll = (sides: number) => {
    dice = (dice * 1103515245 + 12345) % 2147483648
    return Math.floor(dice / 65536) % sides
  }
  for (let step = 0; step < 60; step += 1) {
    const cardNumber = cards[roll(cards.length)] ?? ''
    const basket = `${1 + roll(3)} CAKE ${5 + roll(60)}`
    const past = calls[roll(calls.length)]
    const sale = sold[roll(sold.length)]
    const answers = {
      sell: () => shop.call('checkout', { cardNumber, products: productsOf(basket) }),
      give: () => shop.issue(cardNumber, { points: 1 + roll(40) }),
      spend: () => shop.redeem(cardNumber, { points: 1 + roll(20) }),
      lock: () =>
        shop.call('checkout', { cardNumber, products: productsOf(basket), isSetup: true, lockSetupDuration: 60 }),
      void: async () => past && undo(shop, past.cardNumber, past.requestRef),
      return: async () => sale && bringBack(shop, sale, '1 CAKE'),
      wait: () => letDaysPass(shop, 1 + roll(6)),
    }
    const kinds = ['sell', 'sell', 'sell', 'sell', 'give', 'spend', 'lock', 'void', 'void', 'return', 'wait'] as const
    const kind = kinds[roll(kinds.length)] ?? 'sell'
    const answer = await answers[kind]()
    if (answer?.body.success) {
      const call = { cardNumber, requestRef: answer.body.requestRef }
      if (kind === 'sell') sold.push(call)
      if (kind !== 'lock') calls.push(call)
      else if (roll(2) === 0) await complete({ transactionId: call.requestRef, cardNumber })
      else await cancel({ transactionId: call.requestRef, cardNumber })
    }
    if (step === 40) {
      const heir = await shop.card()
      await moved(heir, cards[0] ?? '')
      cards[0] = heir
    }
    if (step % 6 === 5) assert.deepEqual(await shop.verify(), [], `after ${step + 1} steps`)
  }
}
