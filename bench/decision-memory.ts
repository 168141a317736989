import { PureTill } from './pure-till.ts'
import { median } from './rounds.ts'
import { boughtProducts } from './rule-book.ts'
import { fewRules } from './stock.ts'
import { decimal } from './worst-rules.ts'

/**
 * How much memory the rules of an ordinary checkout allocate: a figure that a busy machine does not change. The young
 * generation has to be so large that nothing is collected meanwhile:
 * `node --min-semi-space-size=256 --max-semi-space-size=256 bench/decision-memory.ts`
 */
const stretches = 50
const evaluations = 100

const products = boughtProducts.map(({ sku, unitPrice, amountPurchased }) => ({
  sku,
  unitPrice: decimal(String(unitPrice)),
  amountPurchased: decimal(String(amountPurchased)),
}))
const till = await PureTill.open(fewRules)
const answers = till.answersFor(till.basketOf(products))
const evaluate = () => till.evaluate(till.basketOf(products), answers)

// Compiles the code.
for (let left = 5000; left > 0; left -= 1) evaluate()
const grown: number[] = []
for (let stretch = 0; stretch < stretches; stretch += 1) {
  const before = process.memoryUsage().heapUsed
  for (let left = evaluations; left > 0; left -= 1) evaluate()
  grown.push((process.memoryUsage().heapUsed - before) / evaluations)
}
process.stdout.write(`${Math.round(median(grown))} bytes for the rules of a checkout\n`)
