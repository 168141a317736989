import type { ProductFilter } from '../brand/rules/arguments.ts'
import type { BasketFacts, ProductSums } from '../campaign/call-facts.ts'
import type { Basket } from './basket.ts'

/** A basket as the conditions and amounts of rules ask for it. Each filter is summed up once. */
export function toBasketFacts(basket: Basket): BasketFacts {
  return new SummedBasket(basket)
}

/** A class, because an object with getters of its own would cost a hidden class for every basket. */
class SummedBasket implements BasketFacts {
  readonly #basket: Basket
  readonly #known = new Map<ProductFilter | undefined, ProductSums>()

  constructor(basket: Basket) {
    this.#basket = basket
  }

  products(where?: ProductFilter): ProductSums {
    const known = this.#known.get(where)
    if (known) return known
    const sums = sumUp(this.#basket, where)
    this.#known.set(where, sums)
    return sums
  }

  get skus(): Iterable<string> {
    return this.#basket.goods.bySku.keys()
  }

  get categories(): Iterable<string> {
    return this.#basket.goods.byCategory.keys()
  }

  get parents(): Iterable<string> {
    return this.#basket.goods.byParent.keys()
  }
}

/** Summing up numbers is quick, and keeping the sum is not free. */
const stepsPerSum = 4
const linesPerStep = 10

function sumUp({ goods, left }: Basket, where: ProductFilter | undefined): ProductSums {
  const meant = goods.select(where)
  goods.work.spend(stepsPerSum + meant.lines.length / linesPerStep)
  let total = 0
  for (const index of meant.lines) total += left[index] ?? 0
  return { quantity: meant.quantity, total, lines: meant.lines.length }
}
