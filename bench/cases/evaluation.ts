import { readFileSync } from 'node:fs'
import type { Basket } from '../../server/domain/checkout/basket.ts'
import type { BasketProduct } from '../../server/domain/checkout/make-basket.ts'
import { type Decimal, parseDecimal } from '../../server/ground/kernel/money.ts'
import type { Case, Measured } from '../case.ts'
import { PureTill } from '../pure-till.ts'
import { median, sum } from '../rounds.ts'
import { boughtProducts, firingCount } from '../rule-book.ts'

const rules = 1000
const lines = 100
/** A figure is the median of so many stretches of so many evaluations. */
const stretches = 5
const evaluations = 2000
const attemptsMax = 2 * evaluations

/**
 * A thousand rules for a hundred lines, of which few are asked for. In this process, with the basket and what the rules
 * ask about the past at hand: what is measured is finding the rules, judging them, and carrying them out in memory.
 */
export const evaluation = evaluationCase('evaluation', 0)

/** The same where rules ask for most of the lines: there are more of them than lines, and dozens fire. */
export const crowdedEvaluation = evaluationCase('crowdedEvaluation', 75)

function evaluationCase(name: string, asked: number): Case {
  return { name, target: { p99: 1 }, isQuick: asked === 0, run: () => measure(productsOf(asked), asked > 0) }
}

async function measure(products: readonly BasketProduct[], isCrowded: boolean): Promise<Measured> {
  const till = await PureTill.open(rules)
  const once = till.basketOf(products)
  const answers = till.answersFor(once)
  const evaluate = (basket: Basket) => till.evaluate(basket, answers)
  const trace = evaluate(once)
  const fired = trace.filter((entry) => 'fired' in entry).length
  process.stderr.write(`  ${trace.length} rules considered, ${fired} fired\n`)
  const isAsPlanned = isCrowded ? trace.length > lines && fired > 10 : fired === firingCount
  if (!isAsPlanned) throw new Error('These are not the rules that were to be considered and to fire.')
  // Compiles the code.
  stretch(() => till.basketOf(products), evaluate)
  const times = Array.from({ length: stretches }, () => stretch(() => till.basketOf(products), evaluate))
  return {
    ours: median(times.map(({ mean }) => 1000 / mean)),
    p50: median(times.map(({ p50 }) => p50)),
    p99: median(times.map(({ p99 }) => p99)),
    processorTime: 1000 * median(times.map(({ mean }) => mean)),
  }
}

/** Evaluations during which the system gave the processor to others say how busy it is: they are made again. */
function stretch(makeBasket: () => Basket, evaluate: (basket: Basket) => unknown) {
  const took: number[] = []
  for (let left = attemptsMax; took.length < evaluations && left > 0; left -= 1) {
    // Each checkout has a basket of its own: what an earlier one has worked out must not serve a later one.
    const basket = makeBasket()
    const before = countInterruptions()
    const began = performance.now()
    evaluate(basket)
    const ended = performance.now()
    if (countInterruptions() === before) took.push(ended - began)
  }
  took.sort((a, b) => a - b)
  const quantile = (share: number) => took[Math.floor(share * took.length)] ?? Number.NaN
  return { p50: quantile(0.5), p99: quantile(0.99), mean: sum(took) / took.length }
}

/** How often this thread had to give the processor away; always 0 where the system does not say. */
function countInterruptions(): number {
  try {
    return Number(/^nonvoluntary_ctxt_switches:\s+(\d+)/m.exec(readFileSync('/proc/self/status', 'utf8'))?.[1] ?? 0)
  } catch {
    return 0
  }
}

/** What every checkout of the benchmark buys, some goods that rules ask for, and others up to a hundred lines. */
function productsOf(asked: number): BasketProduct[] {
  const others = Array.from({ length: lines - boughtProducts.length }, (_, index) => ({
    sku: `${index < asked ? 'P' : 'N'}-${index + 1}`,
    unitPrice: 0.55 + (index % 7) / 2,
    amountPurchased: 1 + (index % 4 === 0 ? 1.5 : index % 2),
  }))
  return [...boughtProducts, ...others].map(({ sku, unitPrice, amountPurchased }) => ({
    sku,
    unitPrice: decimal(unitPrice),
    amountPurchased: decimal(amountPurchased),
  }))
}

function decimal(value: number): Decimal {
  const parsed = parseDecimal(String(value))
  if (!parsed) throw new Error(`${value} has too many digits.`)
  return parsed
}
