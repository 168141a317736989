import { randomBytes } from 'node:crypto'
import { type Brand, toBrand } from '../server/domain/brand/brand.ts'
import { type Catalogue, toCatalogue } from '../server/domain/brand/catalogue.ts'
import { readBrandFile } from '../server/domain/brand/read-brand-file.ts'
import { LocalClock } from '../server/domain/campaign/clock.ts'
import { needKey, type PastAnswer } from '../server/domain/campaign/needs.ts'
import type { Trace } from '../server/domain/campaign/trace.ts'
import { CardBook } from '../server/domain/card/book.ts'
import type { Card } from '../server/domain/card/card.ts'
import type { Basket } from '../server/domain/checkout/basket.ts'
import { type BasketProduct, makeBasket } from '../server/domain/checkout/make-basket.ts'
import { RuleRun } from '../server/domain/firing/rule-run.ts'
import type { RunNeed } from '../server/domain/firing/run-needs.ts'
import { isRefusal } from '../server/ground/kernel/errors.ts'
import { unmetered } from '../server/ground/kernel/work-meter.ts'
import { toDocument } from '../server/storage/brand-store/apply/next-document.ts'
import { brandFile, brandId, cardSetId, numberBase, programId } from './stock.ts'

/** A till without server and database: the rules of a checkout are run in memory, as the server runs them. */
export class PureTill {
  private readonly brand: Brand
  private readonly catalogue: Catalogue
  private readonly clock: LocalClock

  private constructor(brand: Brand) {
    this.brand = brand
    this.catalogue = toCatalogue(brand.document.products)
    this.clock = new LocalClock(tuesdayNoon, brand.timeZone)
  }

  static async open(rules: number, campaigns: readonly object[] = [], sections = {}): Promise<PureTill> {
    const read = readBrandFile(brandFile(brandId, rules, campaigns, sections))
    if ('faults' in read) throw new Error('The brand of the benchmark cannot be read.')
    const document = await toDocument(read.file, undefined, randomBytes)
    const numbers = [
      { valueTypeId: 1, program: programId, balanceType: 'Points', balanceCode: '' },
      { valueTypeId: 2, program: programId, balanceType: 'Currency', balanceCode: 'USD' },
    ]
    return new PureTill(toBrand(document, numbers, 1))
  }

  basketOf(products: readonly BasketProduct[], work = unmetered()): Basket {
    const basket = makeBasket({ products }, 2, this.catalogue, work)
    if (isRefusal(basket)) throw new Error(basket.text)
    return basket
  }

  /** What the rules ask for about a customer's first visit: every counter is 0. */
  answersFor(basket: Basket): ReadonlyMap<string, PastAnswer> {
    const answers = new Map<string, PastAnswer>()
    for (let { needs } = this.run(basket, answers); needs; needs = this.run(basket, answers).needs) {
      for (const need of needs) answer(need, answers)
    }
    return answers
  }

  /** Finds the rules that could fire, runs them in both phases, and answers what became of each. */
  evaluate(basket: Basket, answers: ReadonlyMap<string, PastAnswer>, at: Moment = {}): Trace {
    const run = this.run(basket, answers, at)
    if (run.needs) throw new Error('Everything that the rules ask for was given.')
    return run.trace
  }

  private run(basket: Basket, answers: ReadonlyMap<string, PastAnswer>, at: Moment = {}): RuleRun {
    const { brand } = this
    const clock = at.now === undefined ? this.clock : new LocalClock(at.now, brand.timeZone)
    const { now } = clock
    const run = new RuleRun(
      {
        trigger: 'checkout',
        callType: 'CHECKOUT_COMPLETE',
        books: { root: new CardBook(card, now) },
        checkout: { basket },
        hasReplies: true,
      },
      {
        brand,
        call: { ...call, locationId: at.locationId ?? call.locationId },
        now,
        work: basket.goods.work,
        clock,
        past: () => ({ answers }),
        budget: () => undefined,
        freeCoupons: () => undefined,
      },
    )
    if (run.runDiscounts() ?? run.runRewards()) throw new Error('No rule of the benchmark refuses a checkout.')
    return run
  }
}

/** When and where, if not at the usual time and place. */
interface Moment {
  readonly now?: number
  readonly locationId?: string
}

function answer(need: RunNeed, answers: Map<string, PastAnswer>): void {
  if (need.kind !== 'facts') throw new Error('The rules of the benchmark ask for nothing but facts.')
  for (const fact of need.facts) answers.set(needKey(fact), 0)
}

const tuesdayNoon = Date.UTC(2026, 6, 14, 16)

const call = { ref: '019801b4-0000-7000-8000-000000000000', locationId: 'L1', terminalId: 'T1' }

const card: Card = {
  id: 1,
  number: String(numberBase + 1),
  setId: cardSetId,
  status: 'Activated',
  seq: 1,
  lotCount: 0,
  pinFailures: 0,
  balances: [],
  lots: [],
  portions: [],
}
