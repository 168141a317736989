import { setTimeout as wait } from 'node:timers/promises'
import { isDeepStrictEqual } from 'node:util'
import { Dice } from '../model/draw-step.ts'
import { type Body, Till } from '../model/till.ts'
import { readyCall } from './barrier.ts'
import { proveBrand, proveCampaigns, proveFile, usd } from './prove-brand.ts'
import { type Before, raceDeeds } from './race-deeds.ts'
import { shuffled } from './shuffled.ts'
import type { Stage, StageRun } from './stage.ts'
import { times } from './times.ts'

const brand = proveBrand('races')
const triesMax = 12
const racesAtOnce = 6
/** A run of some minutes goes on until it has seen both orders of so many pairs, for up to so many times its part of the time. */
const [bothLeast, longSeconds, patience] = [60, 15, 5]

/** Pairs of calls are let go in the same moment; the outcome is that of one order or of the other. */
export const raceStage: Stage = { name: 'races', share: 3, brands: [raceFile()], run: runRaces }

/** A reward for more than half of what a card has, and something that a card gets once. */
function raceFile(): object {
  const points = (amount: number) => ({ issue: { balanceType: 'Points', amount } })
  const once = { when: [{ fact: 'keyValue', key: 'promo', op: '=', value: 'once' }], limit: { times: 1, per: 'card' } }
  const campaign = (id: string, rule: object) => ({ id, name: id, rules: [{ id: 'rule', name: id, ...rule }] })
  const campaigns = [
    campaign('mug', { trigger: 'choice', then: [{ redeem: usd(4000) }, points(4)] }),
    campaign('once', { trigger: 'checkout', ...once, then: [points(100)] }),
  ]
  const member = { catalogue: [{ id: 'mug', rule: 'mug/rule' }] }
  return proveFile(brand, { campaigns: [...proveCampaigns, ...campaigns], member })
}

/** What came of two calls: how each was answered, and what the card is then. */
interface Outcome {
  readonly codes: readonly [number, number]
  readonly state: unknown
}

interface Result {
  readonly outcome: Outcome
  /** Whether the first came first, where the card's history says so. */
  readonly isFirstFirst: boolean | undefined
}

async function runRaces(run: StageRun): Promise<void> {
  const { seed, seconds, servers, tally, say } = run
  const began = performance.now()
  const course = new Course(run)
  const left = shuffled(allPairs(), new Dice(seed))
  const all = left.length
  const counts = { raced: 0, both: 0, tries: 0 }
  const onlyOne: string[] = []
  const isOver = () => {
    const share = (performance.now() - began) / (seconds * 1000)
    return share >= (seconds < longSeconds || counts.both >= bothLeast ? 1 : patience)
  }
  const lanes = times(racesAtOnce, async () => {
    for (let pair = left.pop(); pair && !isOver(); pair = left.pop()) {
      const { orders, tries } = await course.race(pair)
      counts.raced += 1
      counts.tries += tries
      if (orders === 2) counts.both += 1
      else onlyOne.push(pair.join(' / '))
    }
  })
  try {
    await Promise.all(lanes)
  } finally {
    course.close()
  }
  tally.races += counts.both
  say(`${counts.raced} of ${all} pairs in ${counts.tries} races, of ${counts.both} both orders were seen`)
  if (onlyOne.length > 0) say(`in one order only: ${onlyOne.join('; ')}`)
  const found = await servers.verify()
  if (found !== '') run.fault('divergences', found)
}

type Pair = readonly [string, string]

function allPairs(): Pair[] {
  const names = Object.keys(raceDeeds)
  return names.flatMap((one, at) => names.slice(at).map((other): Pair => [one, other]))
}

class Course {
  private readonly run: StageRun
  private readonly till: Till
  private readonly dice: Dice
  private cards = 0

  constructor(run: StageRun) {
    this.run = run
    this.dice = new Dice(run.seed + 5)
    this.till = new Till(brand, () => run.servers.ports())
  }

  close(): void {
    this.till.close()
  }

  /** Until both orders were seen. */
  async race(pair: Pair): Promise<{ readonly orders: number; readonly tries: number }> {
    const [forth, back] = [await this.inTurn(pair, false), await this.inTurn(pair, true)]
    const isEither = isDeepStrictEqual(forth.outcome, back.outcome)
    const seen = new Set<boolean>()
    let tries = 0
    while (tries < triesMax && seen.size < 2) {
      const { outcome, isFirstFirst } = await this.atOnce(pair, tries)
      tries += 1
      this.run.tally.operations += 2
      const isForth = isDeepStrictEqual(outcome, forth.outcome)
      if (!isForth && !isDeepStrictEqual(outcome, back.outcome)) {
        this.tell(pair, { outcome, forth: forth.outcome, back: back.outcome })
        break
      }
      if (!isEither) seen.add(isForth)
      else if (isFirstFirst !== undefined) seen.add(isFirstFirst)
      // Two that change nothing, or of which one is refused in both orders, have no order.
      else return { orders: 2, tries }
    }
    return { orders: pair[0] === pair[1] ? 2 : seen.size, tries }
  }

  private tell(pair: Pair, found: Readonly<Record<'outcome' | 'forth' | 'back', Outcome>>): void {
    const lines = Object.entries(found).map(([name, outcome]) => `    ${name} ${JSON.stringify(outcome)}`)
    this.run.fault('divergences', `${pair.join(' at the same time as ')} is neither order:\n${lines.join('\n')}`)
  }

  private async inTurn([one, other]: Pair, isBack: boolean): Promise<Result> {
    const before = await this.prepare()
    const calls = [one, other].map((name) => raceDeeds[name]?.(before))
    const answers: Body[] = []
    for (const at of isBack ? [1, 0] : [0, 1]) {
      const { operation = '', body = {} } = calls[at] ?? {}
      answers[at] = await this.must(operation, body)
    }
    return this.resultOf(before, answers)
  }

  private async atOnce([one, other]: Pair, tries: number): Promise<Result> {
    const before = await this.prepare()
    const ports = this.run.servers.ports()
    const ready = await Promise.all(
      [one, other].map((name, at) => {
        const call = raceDeeds[name]?.(before) ?? { operation: '', body: {} }
        return readyCall(ports[(at + tries) % ports.length] ?? 0, brand, call)
      }),
    )
    // The barrier; what comes later by a little makes the other order likely, too.
    const late = tries < 2 ? 0 : this.dice.below(tries * 4)
    const going: Promise<Body>[] = []
    for (const at of tries % 2 === 0 ? [0, 1] : [1, 0]) {
      if (going.length > 0 || going[1 - at] !== undefined) await wait(late)
      const call = ready[at]
      if (call) going[at] = call.go()
    }
    const answers = await Promise.all(going)
    for (const [at, name] of [one, other].entries()) {
      const call = raceDeeds[name]?.(before)
      // Error 26 says that another call uses the coupon right now, and asks to try again.
      if (call && answers[at]?.errorCode === 26) answers[at] = await this.must(call.operation, call.body)
    }
    return this.resultOf(before, answers)
  }

  private async prepare(): Promise<Before> {
    this.cards += 1
    const card = `RACE-${this.run.seed}-${this.cards}`
    await this.done('allocate', { cardNumber: card, cardSetId: 'cards', createIfNew: true })
    const update = (action: string, cents: number) => ({ cardNumber: card, action, amount: usd(cents) })
    const issue = await this.done('updateBalance', update('issue', 10_000))
    const redeem = await this.done('updateBalance', update('redeem', 500))
    const hold = await this.done('updateBalance', update('hold', 2000))
    const paymentMethods = [{ redeemBalance: true, ...usd(1000) }]
    const sale = await this.done('checkout', { cardNumber: card, checkoutTotal: 10, paymentMethods })
    const gift = { couponSetId: 'gift', promotionId: 'gift', allowMultipleCoupons: true }
    const coupon = (await this.done('allocateCoupon', { cardNumber: card, ...gift })).couponId
    const [ofIssue, ofRedeem, ofSale] = [issue, redeem, sale].map(({ requestRef }) => String(requestRef))
    return { card, issue: ofIssue ?? '', redeem: ofRedeem ?? '', sale: ofSale ?? '', hold: hold.transactionId, coupon }
  }

  private async resultOf(before: Before, answers: readonly Body[]): Promise<Result> {
    const codes = [0, 1].map((at) => (answers[at]?.success ? 0 : (answers[at]?.errorCode ?? -1)))
    const state = await this.stateOf(before, answers)
    const history: { requestRef: string }[] = (
      await this.till.read('cardHistory', { cardNumber: before.card, maxResults: 100, sortMostRecentFirst: false })
    ).transactions
    const places = [0, 1].map((at) => history.findIndex(({ requestRef }) => requestRef === answers[at]?.requestRef))
    const [first = -1, second = -1] = places
    const isFirstFirst = first < 0 || second < 0 ? undefined : first < second
    return { outcome: { codes: [codes[0] ?? -1, codes[1] ?? -1], state }, isFirstFirst }
  }

  /** The card without what differs between two cards of the same history. */
  private async stateOf({ card, hold, coupon }: Before, answers: readonly Body[]): Promise<unknown> {
    const search = { filters: { cardNumber: card }, includeInactive: true, returnFields: { balances: true } }
    const found = (await this.till.read('search', search)).cards[0]
    const names = new Map([
      [hold, 'hold'],
      ...answers.map((body, at): [string, string] => [body?.transactionId, `of ${at}`]),
    ])
    const balances = (found?.balances ?? []).map((one: Body) => ({
      type: one.balanceType,
      amount: one.amount,
      hold: one.isHold ? names.get(one.holdingTransactionId) : undefined,
    }))
    const { isUsed, isDisabled } = await this.till.read('couponDetails', { couponId: coupon })
    const sorted = balances.map((one: object) => JSON.stringify(one)).toSorted()
    return { status: found?.cardStatus, balances: sorted, isUsed, isDisabled }
  }

  private async must(operation: string, body: object): Promise<Body> {
    const outcome = await this.till.call(operation, body)
    return outcome.body ?? { success: true, requestRef: outcome.ref }
  }

  private async done(operation: string, body: object): Promise<Body> {
    const answer = await this.must(operation, body)
    if (!answer.success) throw new Error(`${operation} ${JSON.stringify(body)}: ${JSON.stringify(answer)}`)
    return answer
  }
}
