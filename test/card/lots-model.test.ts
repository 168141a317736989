import assert from 'node:assert/strict'
import test from 'node:test'
import fc from 'fast-check'
import { CardBook, type Posting } from '../../server/domain/card/book.ts'
import type { Card } from '../../server/domain/card/card.ts'
import { freeOf } from '../../server/domain/card/lots.ts'
import { hold, issue, redeem, redeemFromHold } from '../../server/domain/card/movements.ts'
import { reverse } from '../../server/domain/card/reverse.ts'
import { withoutPassedOn } from '../../server/domain/card/take-back.ts'
import { CoinModel } from '../support/coin-model.ts'
import { type Act, manySteps, never, runModel } from '../support/coin-steps.ts'
import { cardWith, points, pointsType, now as start } from '../support/pure-card.ts'

/** Carries out a step with the server's own decisions. */
class Counter {
  card: Card = cardWith([])
  private readonly calls = new Map<number, readonly Posting[]>()

  run(step: Act, call: number, now: number): boolean {
    const book = new CardBook(this.card, now)
    const refused = this.decide(book, step, call, now)
    if (refused && 'kind' in refused) return false
    if (step.kind === 'void') this.calls.delete(step.of)
    else this.calls.set(call, withoutPassedOn(book.postings, book.standIns))
    this.card = book.card
    return true
  }

  private decide(book: CardBook, step: Act, call: number, now: number) {
    const movement = { purse: points, kind: 'UpdateBalance' as const, now }
    switch (step.kind) {
      case 'issue': {
        const dates = {
          ...(step.expires !== never && { expiresAt: now + step.expires }),
          ...(step.active > 0 && { activeAt: now + step.active }),
        }
        return issue(book, pointsType, { ...movement, ...dates, amount: step.amount, returnRelated: step.returned })
      }
      case 'redeem':
        return redeem(book, { ...movement, amount: step.amount })
      case 'hold':
        return hold(book, { ...movement, amount: step.amount, ref: `hold ${call}` })
      case 'use': {
        const use = { hold: `hold ${step.of}`, upTo: false, releaseRest: step.release || step.amount === 0 }
        return redeemFromHold(book, { ...movement, ...use, amount: step.amount })
      }
      case 'void': {
        const postings = this.calls.get(step.of)
        return postings ? reverse(book, postings, { now, graceDays: 0 }) : { kind: 'refusal' }
      }
    }
  }

  state(): object {
    const { lots, portions } = this.card
    return Object.fromEntries([
      ...lots.filter((one) => freeOf(one) > 0).map((one) => [`lot ${one.no} free`, freeOf(one)]),
      ...portions.map((portion) => [`lot ${portion.lot} ${portion.hold}`, portion.amount]),
    ])
  }
}

test('property: whatever is issued, redeemed, held, used, released and voided, the card has what a box of coins would', () => {
  const reached = new Map<string, number>()
  fc.assert(
    fc.property(manySteps(40), (steps) => {
      const counter = new Counter()
      const model = new CoinModel()
      let now = start
      for (const [call, one] of steps.entries()) {
        if (one.kind === 'wait') {
          now += one.time
          continue
        }
        const accepted = counter.run(one, call, now)
        assert.equal(accepted, runModel(model, one, call, now), `step ${call}: ${JSON.stringify(one)}`)
        assert.deepEqual(counter.state(), model.state(), `after step ${call}: ${JSON.stringify(one)}`)
        if (accepted) reached.set(one.kind, (reached.get(one.kind) ?? 0) + 1)
      }
    }),
    { numRuns: 2000 },
  )
  for (const kind of ['issue', 'redeem', 'hold', 'use', 'void'])
    assert.ok((reached.get(kind) ?? 0) > 50, `${kind}: ${reached.get(kind)}`)
})
