import assert from 'node:assert/strict'
import test from 'node:test'
import fc from 'fast-check'
import { CoinModel } from '../support/coin-model.ts'
import { type Act, manySteps, never, runModel } from '../support/coin-steps.ts'
import { type Answer, openShop, type Shop } from '../support/shop.ts'
import { letTimePass, oneDay, secondsFromNow } from '../support/time-passes.ts'

/** Carries out steps as a till would, and remembers the references it was given. Time is counted in days. */
class Till {
  private readonly refs = new Map<number, string>()
  private readonly shop: Shop
  private readonly card: string

  constructor(shop: Shop, card: string) {
    this.shop = shop
    this.card = card
  }

  async run(act: Act, call: number): Promise<boolean> {
    const { body } = await this.send(act)
    assert.ok(body.success || [13, 117, 118, 119].includes(body.errorCode), JSON.stringify(body))
    this.refs.set(call, body.requestRef)
    return body.success
  }

  async shown(): Promise<{ free: number; holds: Record<string, number> }> {
    const balances: { amount: number; holdingTransactionId?: string }[] = await this.shop.balances(this.card)
    const nameOf = (ref: string) => `hold ${[...this.refs].find(([, known]) => known === ref)?.[0]}`
    const held = balances.flatMap(({ amount, holdingTransactionId: ref }) =>
      ref ? [[nameOf(ref), amount] as const] : [],
    )
    return { free: balances.find((one) => !one.holdingTransactionId)?.amount ?? 0, holds: Object.fromEntries(held) }
  }

  private send(act: Act): Promise<Answer> {
    const { shop, card } = this
    const ref = 'of' in act ? (this.refs.get(act.of) ?? 'none') : ''
    switch (act.kind) {
      case 'issue':
        return shop.issue(card, { points: act.amount }, datesOf(act))
      case 'redeem':
        return shop.redeem(card, { points: act.amount })
      case 'hold':
        return shop.hold(card, { points: act.amount })
      case 'use': {
        const releaseHoldRemainder = act.release || act.amount === 0
        return shop.redeem(card, { points: act.amount }, { redeemFromHoldTransactionId: ref, releaseHoldRemainder })
      }
      case 'void':
        return shop.call('voidTransaction', { cardNumber: card, requestRef: ref })
    }
  }
}

function datesOf(act: Act & { kind: 'issue' }): object {
  return {
    isReturnRelated: act.returned,
    ...(act.expires !== never && { issuedBalanceExpiration: secondsFromNow(act.expires * oneDay) }),
    ...(act.active > 0 && { issuedBalanceActivation: secondsFromNow(act.active * oneDay) }),
  }
}

/** An activation after the expiry is refused by its form, which the model knows nothing of. */
const isSound = (act: Act) => act.kind !== 'issue' || act.active < act.expires

test('property: whatever happens to a card over HTTP, it has what a box of coins would, and the books agree', async () => {
  const shop = await openShop()
  await fc.assert(
    fc.asyncProperty(manySteps(25), async (steps) => {
      const card = await shop.card()
      const till = new Till(shop, card)
      const model = new CoinModel()
      let now = 0
      for (const [call, step] of steps.entries()) {
        if (step.kind === 'wait') {
          now += step.time
          await letTimePass(shop, step.time * oneDay)
        } else if (isSound(step)) {
          assert.equal(await till.run(step, call), runModel(model, step, call, now), JSON.stringify(step))
        }
        assert.deepEqual(await till.shown(), model.shown(now), `after step ${call}: ${JSON.stringify(step)}`)
      }
    }),
    { numRuns: 30, endOnFailure: true },
  )
  assert.deepEqual(await shop.verify(), [])
})
