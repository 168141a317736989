import { type Brand, zoneAt } from '../../../domain/brand/brand.ts'
import { flag, id, list, model, number, object, text } from '../../../ground/contract/field.ts'
import { defined } from '../../../ground/kernel/defined.ts'
import { parseDecimal, toJsonNumber } from '../../../ground/kernel/money.ts'
import { type FoundSale, listSalesOfDay } from '../../../storage/store/portal/found-sales.sql.ts'
import { turnDown } from '../refusal.ts'
import { brandRoute } from '../route.ts'
import { place } from './parts/models.ts'
import { showPlace } from './parts/show.ts'

const foundSale = model('PortalFoundSale', 'A sale that fits what somebody remembers.', {
  requestRef: text('The call.').required(),
  at: number('When, in milliseconds.').required(),
  place: object('Where.', place),
  currency: text('Its currency.').required(),
  total: number('What it came to before discounts.').required(),
  netTotal: number('What was left to pay.').required(),
  hasCard: flag('Whether a card was used.').required(),
  isVoided: flag('Whether it was undone.').required(),
})

/** Nobody reads through more: a place or an amount makes it fewer. */
const salesMax = 50

/** A customer without a card has a receipt at best, and often only remembers. */
export const findSales = brandRoute({
  name: 'findSales',
  summary: 'Sales of a day, by place and amount, also those without a card. Receipt numbers are found by callDetail.',
  permission: 'cards.see',
  isConfirmed: false,
  reach: 'place',
  request: {
    day: text('The day, yyyy-MM-dd: of the location if it is one, else in the time zone of the brand.')
      .max(10)
      .required(),
    location: id('Where it was.'),
    amount: text('What it came to, before or after discounts, such as 12.40.').max(20),
  },
  response: {
    sales: list('The sales, newest first.', foundSale).required(),
    places: list('Where the visitor may look.', place).required(),
    hasMore: flag('Whether there are more than are shown.').required(),
  },
  run: async ({ services, brand, standing, request }) => {
    const { day, location, amount } = request
    if (!isDay(day)) return turnDown('invalid', 'day: expected a day, such as 2027-03-14')
    if (amount !== undefined && !parseDecimal(amount))
      return turnDown('invalid', 'amount: expected an amount, such as 12.40')
    const own = standing.locations && [...standing.locations]
    const locations = location === undefined ? own : [location].filter((one) => own?.includes(one) ?? true)
    const memory = { day, timeZone: zoneOf(locations, brand), locations, amount }
    const found = await services.atLength(brand.id, (db) => listSalesOfDay(db, brand.id, memory, salesMax + 1))
    const places = [...brand.locations.values()].filter(({ id: one }) => own?.includes(one) ?? true)
    return {
      sales: found.slice(0, salesMax).map((sale) => shown(sale, brand)),
      places: places.map(({ id: one, name }) => ({ id: one, name })),
      hasMore: found.length > salesMax,
    }
  },
})

/** Whoever remembers one location means its day. */
function zoneOf(locations: readonly string[] | undefined, brand: Brand): string {
  const [only, ...others] = locations ?? []
  return others.length === 0 ? zoneAt(brand, only) : brand.timeZone
}

const isDay = (day: string) => {
  const at = /^\d{4}-\d{2}-\d{2}$/.test(day) ? Date.parse(`${day}T00:00:00Z`) : Number.NaN
  return !Number.isNaN(at) && day >= '0001' && new Date(at).toISOString().startsWith(day)
}

function shown(sale: FoundSale, brand: Brand) {
  const { request_ref: requestRef, happened_at: at, currency, scale, has_card: hasCard, is_voided: isVoided } = sale
  return defined({
    requestRef,
    at,
    place: showPlace(sale.location_id, brand),
    currency,
    total: toJsonNumber(sale.total, scale),
    netTotal: toJsonNumber(sale.net_total, scale),
    hasCard,
    isVoided,
  })
}
