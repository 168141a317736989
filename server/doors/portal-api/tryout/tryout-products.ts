import type { Brand } from '../../../domain/brand/brand.ts'
import { list, model, number, text } from '../../../ground/contract/field.ts'
import { defined } from '../../../ground/kernel/defined.ts'
import { readerOf } from '../cards/parts/reading.ts'
import { brandRoute } from '../route.ts'
import { lastPrices, readRecentSales } from './recent-sales.ts'

const product = model('TryoutProduct', 'A product to put into a basket.', {
  sku: text('The product.').required(),
  name: text('Its name.').required(),
  price: number('What a unit was last sold for, if it was sold lately.'),
})

const shownMax = 30
const million = 1_000_000

export const tryoutProducts = brandRoute({
  name: 'tryoutProducts',
  summary: 'Find products for a basket, with what they were last sold for.',
  permission: 'campaigns.see',
  isConfirmed: false,
  reach: 'brand',
  request: { text: text('Something of the name, the sku or a category.').max(200).default('') },
  response: { products: list('At most 30, those that were sold lately first.', product).required() },
  run: async (visit) => {
    const { services, brand, request } = visit
    const prices = lastPrices(await readRecentSales(readerOf(visit), brand, services.now()))
    const found = findProducts(brand, request.text.trim().toLowerCase())
    const sorted = found.toSorted((a, b) => Number(prices.has(b.sku)) - Number(prices.has(a.sku)))
    const priceOf = (sku: string) => {
      const micro = prices.get(sku)
      return micro === undefined ? undefined : micro / million
    }
    return {
      products: sorted.slice(0, shownMax).map(({ sku, name }) => defined({ sku, name, price: priceOf(sku) })),
    }
  },
})

function findProducts({ document }: Brand, wanted: string) {
  const has = (one: string) => one.toLowerCase().includes(wanted)
  return wanted === ''
    ? document.products
    : document.products.filter(({ sku, name, categories }) => has(sku) || has(name) || categories.some(has))
}
