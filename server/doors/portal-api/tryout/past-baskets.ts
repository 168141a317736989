import type { Brand } from '../../../domain/brand/brand.ts'
import type { CheckoutRecord } from '../../../domain/checkout/record.ts'
import { id, integer, list, model, number, object, text } from '../../../ground/contract/field.ts'
import { defined } from '../../../ground/kernel/defined.ts'
import { isUuid } from '../../../ground/kernel/ids.ts'
import { toJsonNumber } from '../../../ground/kernel/money.ts'
import { formatDateTime } from '../../../ground/kernel/time.ts'
import { listCheckouts } from '../../../storage/store/batch/checkout.sql.ts'
import type { RecentSale } from '../../../storage/store/portal/recent-sales.sql.ts'
import { findNumbers } from '../../../storage/store/queries/card-view.sql.ts'
import { readerOf } from '../cards/parts/reading.ts'
import { turnDown } from '../refusal.ts'
import { brandRoute } from '../route.ts'
import { readRecentSales } from './recent-sales.ts'

const soldLine = model('PastBasketLine', 'A line of a basket.', {
  sku: text('The product.').required(),
  name: text('Its name.').required(),
  quantity: number('How many units.').required(),
  price: number('What a unit cost.').required(),
})

const sale = model('PastSale', 'A sale of the last 30 days.', {
  requestRef: text('The call.').required(),
  at: integer('When, in milliseconds since 1970.').required(),
  place: text('Where.').required(),
  currency: text('The currency of the amount.').required(),
  net: number('What was paid.').required(),
  products: list('What was bought.', soldLine).required(),
})

const basket = model('PastBasket', 'What somebody bought.', {
  lines: list('The lines.', soldLine).required(),
  coupons: list('The coupons and codes that were used.', text('One.')).required(),
  shipping: number('What shipping cost.').required(),
  locationId: text('Where.').required(),
  date: text("When, yyyy-MM-dd HH:mm:ss in the brand's time zone.").required(),
  cardNumber: text('With which card, if it may be seen and tried.').personal(),
})

const million = 1_000_000
const salesShown = 20

/** Real baskets to begin with: prices and products that customers know. */
export const pastSales = brandRoute({
  name: 'pastSales',
  summary: 'List the newest sales, to try out their baskets.',
  permission: 'requests.see',
  isConfirmed: false,
  reach: 'brand',
  request: {},
  response: { sales: list('The newest first, at most 20.', sale).required() },
  run: async (visit) => {
    const { services, brand } = visit
    const sales = await readRecentSales(readerOf(visit), brand, services.now(), salesShown)
    return { sales: sales.map((one) => showSale(one, brand)) }
  },
})

export const pastBasket = brandRoute({
  name: 'pastBasket',
  summary: 'Show what was bought in a checkout, to try it out again.',
  permission: 'requests.see',
  isConfirmed: false,
  reach: 'brand',
  request: { requestRef: id('The call of the checkout.').required() },
  response: { basket: object('What was bought.', basket).required() },
  run: async (visit) => {
    const { brand, standing } = visit
    const ref = visit.request.requestRef.trim().toLowerCase()
    const reader = readerOf(visit)
    const [record] = isUuid(ref) ? await listCheckouts(reader, brand.id, [ref]) : []
    if (!record || record.kind === 'return') return turnDown('notFound', 'There is no such sale.')
    const { cardId } = record
    const maySee = standing.permissions.has('cards.see') && cardId !== undefined
    const numbers = maySee ? await findNumbers(reader, brand.id, [cardId]) : undefined
    return { basket: defined({ ...showBasket(record, brand), cardNumber: numbers?.get(cardId ?? 0) }) }
  },
})

function showSale({ lines, scale, ...row }: RecentSale, brand: Brand) {
  return {
    requestRef: row.request_ref,
    at: row.happened_at,
    place: brand.locations.get(row.location_id)?.name ?? row.location_id,
    currency: row.currency,
    net: toJsonNumber(row.net_total, scale),
    products: showLines(lines, brand),
  }
}

function showBasket({ content, scale, locationId, happenedAt }: CheckoutRecord, brand: Brand) {
  const { asked, coupons = [], codes = [], shipping = 0, customDate = happenedAt } = content
  return {
    lines: showLines(content.lines, brand),
    coupons: [...(asked?.coupons ?? [...coupons, ...codes.map(({ code }) => code)])],
    shipping: toJsonNumber(shipping, scale),
    locationId,
    date: formatDateTime(customDate, brand.timeZone),
  }
}

function showLines(lines: RecentSale['lines'], { document }: Brand) {
  // What rules added they would add again.
  const sent = lines.filter(({ addedBy }) => !addedBy)
  const wanted = new Set(sent.map(({ sku }) => sku))
  const names = new Map(document.products.filter(({ sku }) => wanted.has(sku)).map(({ sku, name }) => [sku, name]))
  return sent.map(({ sku, quantity, unitPrice }) => ({
    sku,
    name: names.get(sku) ?? sku,
    quantity: Number(quantity) / million,
    price: Number(unitPrice) / million,
  }))
}
