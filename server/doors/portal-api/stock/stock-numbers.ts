import { id, integer, list, model, oneOf, text } from '../../../ground/contract/field.ts'
import { defined } from '../../../ground/kernel/defined.ts'
import { turnDown } from '../refusal.ts'
import { brandRoute } from '../route.ts'
import { listCardNumbers, listCouponNumbers } from './stock.sql.ts'

const stockNumber = model('StockNumber', 'A card or a coupon of a set.', {
  number: text('Its number.').required(),
  status: text('How it stands.').required(),
})

const pageMax = 5000

/** Page by page, so that a million of them hold up nobody. Pins are never among them. */
export const stockNumbers = brandRoute({
  name: 'stockNumbers',
  summary: "List the numbers of a set's cards or coupons, page by page.",
  permission: 'coupons.make',
  isConfirmed: false,
  reach: 'brand',
  request: {
    of: oneOf('What the set is of.', ['cards', 'coupons']).required(),
    set: id('The set.').required(),
    after: id('What the page before returned as next. Absent: from the beginning.'),
    count: integer('How many at most.').between(1, pageMax).default(pageMax),
  },
  response: {
    numbers: list('The numbers.', stockNumber).required(),
    next: text('Where the next page begins. Absent: this is the last.'),
  },
  run: async ({ request: { of, set, after, count }, brand, services: { pool } }) => {
    if (of === 'cards' && after !== undefined && !/^\d{1,18}$/.test(after))
      return turnDown('invalid', 'after: must be the `next` of an earlier answer')
    const listed =
      of === 'cards'
        ? await listCardNumbers(pool, brand.id, set, { after: after ?? '0', count })
        : await listCouponNumbers(pool, brand.id, set, { after: after ?? '', count })
    const next = listed.length === count ? listed.at(-1)?.place : undefined
    return defined({ numbers: listed.map(({ number, status }) => ({ number, status })), next })
  },
})
