import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openShop, times } from '../support/shop.ts'
import { secondsFromNow } from '../support/time-passes.ts'
import { liability } from '../support/transfer-shop.ts'

/** A small generator of random numbers that is the same for the same seed. */
function randomOf(seed: number): (below: number) => number {
  let state = seed
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * below)
  }
}

/** What the brand owes, told by the answers alone. */
class Book {
  readonly status = new Map<string, 'active' | 'out' | 'in'>()
  readonly points = new Map<string, number>()
  readonly held = new Map<string, number>()

  open(card: string): void {
    this.status.set(card, 'active')
    this.points.set(card, 0)
    this.held.set(card, 0)
  }

  add(card: string, amount: number): void {
    this.points.set(card, this.of(card) + amount)
  }

  of = (card: string) => this.points.get(card) ?? 0
  isActive = (card: string) => this.status.get(card) === 'active'
  get total(): number {
    return [...this.points.values()].reduce((sum, amount) => sum + amount, 0)
  }
}

for (const seed of [1, 2, 3, 4, 5, 6]) {
  test(`whatever is moved, nothing is lost or made: seed ${seed}`, async () => {
    const random = randomOf(seed)
    const shop = await openShop({ valueTypes: [{ balanceType: 'Points', scale: 0 }] })
    const cards = await Promise.all(times(8, () => shop.card()))
    const book = new Book()
    for (const card of cards) book.open(card)
    const any = () => cards[random(cards.length)] ?? ''

    for (let step = 0; step < 60; step += 1) {
      const [card, other, amount] = [any(), any(), 1 + random(9)]
      const said = `step ${step}`
      switch (random(6)) {
        case 0:
        case 1: {
          const lot = random(2) ? { issuedBalanceExpiration: secondsFromNow(3600) } : { isReturnRelated: true }
          const { body } = await shop.issue(card, { points: amount }, lot)
          assert.equal(body.success, book.isActive(card), said)
          if (body.success) book.add(card, amount)
          break
        }
        case 2: {
          const { body } = await shop.redeem(card, { points: amount })
          const free = book.of(card) - (book.held.get(card) ?? 0)
          assert.equal(body.success, book.isActive(card) && free >= amount, said)
          if (body.success) book.add(card, -amount)
          break
        }
        case 3: {
          const { body } = await shop.hold(card, { points: amount })
          const held = book.held.get(card) ?? 0
          assert.equal(body.success, book.isActive(card) && book.of(card) - held >= amount, said)
          if (body.success) book.held.set(card, held + amount)
          break
        }
        case 4: {
          const ignoreHoldBalances = random(2) === 0
          const { body } = await shop.call('transfer', { action: 'out', cardNumber: card, ignoreHoldBalances })
          const isFree = (book.held.get(card) ?? 0) === 0 || ignoreHoldBalances
          assert.equal(body.success, book.isActive(card) && isFree, said)
          if (!body.success) break
          book.status.set(card, 'out')
          book.held.set(card, 0)
          const { cardNumber } = await shop.must('allocate', { cardSetId: 'cards' })
          cards.push(cardNumber)
          book.open(cardNumber)
          break
        }
        default: {
          const { body } = await shop.call('transfer', { action: 'in', cardNumber: card, oldCardNumber: other })
          assert.equal(body.success, book.isActive(card) && book.status.get(other) === 'out', said)
          if (!body.success) break
          book.add(card, book.of(other))
          book.points.set(other, 0)
          book.status.set(other, 'in')
        }
      }
      assert.equal(Object.values(await liability(shop)).at(0) ?? 0, book.total, said)
    }
    for (const card of cards) {
      const shown = ((await shop.balances(card)) ?? []).reduce(
        (sum: number, one: { amount: number }) => sum + one.amount,
        0,
      )
      assert.equal(shown, book.of(card))
    }
    assert.deepEqual(await shop.verify(), [])
  })
}
