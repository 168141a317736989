import assert from 'node:assert/strict'
import { test } from 'node:test'
import { assertReproduced, explain, replayShop } from '../support/replay-room.ts'
import { cardCount } from './deal.ts'
import { canUse, type Given, noPast, type Past, predict } from './deal-model.ts'
import { DealShop, seenOf } from './deal-shop.ts'
import { dice, drawDeal, drawSale, type Roll, themeOf } from './draw-deal.ts'

/** `BEST_DEAL_BASKETS=10000 npm test -- best-deal/brute-force` tries as many as a release needs. */
const wanted = Number(process.env.BEST_DEAL_BASKETS ?? 240)
const first = Number(process.env.BEST_DEAL_SEED ?? 1)
const basketsPerFile = 20
const filesPerTest = 6
const files = Math.ceil(wanted / basketsPerFile)

/** What became of sales: how many were tried, had something to lose, and were undone. */
interface Count {
  tried: number
  contested: number
  undone: number
}

for (let from = first; from < first + files; from += filesPerTest) {
  const until = Math.min(from + filesPerTest, first + files)
  test(`in random sales of files ${from} to ${until - 1} what fires is what trying everything says is best`, async () => {
    const count: Count = { tried: 0, contested: 0, undone: 0 }
    for (let seed = from; seed < until; seed += 1) await tryFile(seed, count)
    assert.ok(count.contested > count.tried / 5, JSON.stringify(count))
    assert.ok(count.undone > count.tried / 10, JSON.stringify(count))
  })
}

async function tryFile(seed: number, count: Count): Promise<void> {
  const deal = drawDeal(seed)
  const room = await DealShop.open(deal)
  const [roll, theme] = [dice(seed + 1_000_003), themeOf(seed)]
  let past = noPast(cardCount)
  for (let basket = 0; basket < basketsPerFile; basket += 1) {
    const drawn = drawSale(roll, theme)
    const sale = canUse(past, drawn) ? drawn : { ...drawn, codes: [] }
    const what = `seed ${seed}, basket ${basket}: ${JSON.stringify({ sale, deal })}`
    const { given, after } = predict(deal, past, sale)
    const request = await room.present(sale)
    // A plain setup and a simulation decide the same, and leave nothing.
    if (roll(4) === 0) {
      const { requestRef } = await room.shop.must('checkout', { ...request, isSetup: true })
      assert.deepEqual(sorted(await room.givenIn(requestRef)), sorted(given), `setup, ${what}`)
      assert.deepEqual(sorted(await room.foretold(request)), sorted(given), `simulated, ${what}`)
      assert.deepEqual(await room.past(), seenOf(past), `after a setup, ${what}`)
    }
    const { requestRef } = await room.shop.must('checkout', request)
    assert.deepEqual(sorted(await room.givenIn(requestRef)), sorted(given), what)
    assert.deepEqual(await room.past(), seenOf(after), what)
    count.tried += 1
    if ((await room.losersIn(requestRef)) > 0) count.contested += 1
    past = await undo(room, roll, { requestRef, card: sale.card, before: past, after, count, what })
  }
  assertReproduced(await replayShop(room.shop, { onSale: explain }))
  assert.deepEqual(await room.shop.verify(), [])
}

interface Made {
  readonly requestRef: string
  readonly card: number
  readonly before: Past
  readonly after: Past
  readonly count: Count
  readonly what: string
}

/** Some sales are voided, and some returned and the return voided: the first is as if nothing had been, the second as it was. */
async function undo(room: DealShop, roll: Roll, made: Made): Promise<Past> {
  const { requestRef, before, after, count, what } = made
  const cardNumber = room.cards[made.card]
  const voided = (ref: string) =>
    room.shop.must('voidTransaction', { cardNumber, requestRef: ref, usedCouponResets: true })
  const way = roll(5)
  if (way > 1) return after
  count.undone += 1
  if (way === 0) {
    await voided(requestRef)
    assert.deepEqual(await room.past(), seenOf(before), `voided, ${what}`)
    return before
  }
  const back = await room.shop.must('returnMerchandise', { cardNumber, checkoutRequestRef: requestRef })
  await voided(back.requestRef)
  assert.deepEqual(await room.past(), seenOf(after), `returned, which was voided, ${what}`)
  return after
}

const sorted = (given: readonly Given[]) => given.toSorted((one, other) => (one.name < other.name ? -1 : 1))
