import type { MeasureWords } from '../words.ts'

export const measures: MeasureWords = {
  cost: (goods) => `what the ${goods} cost`,
  paid: (type) => (type === undefined ? 'what was paid' : `what was paid by ${type}`),
  quantity: (goods) => `units of ${goods}`,
  lines: (goods) => `lines with ${goods}`,
  spending: 'spending',
  visits: 'visits',
  unitsBought: 'units bought',
  stores: 'stores visited',
  events: (name) => (name === undefined ? 'events' : `events "${name}"`),
  firings: (rule) => `firings of ${rule}`,
  goods: {
    units: 'units',
    products: 'products',
    ofCategory: (categories) => `products of ${categories}`,
    from: (price) => `from ${price} each`,
    upTo: (price) => `up to ${price} each`,
    attribute: (name, value) => `${name} ${value}`,
    bounds: (from, to) =>
      [...(from === undefined ? [] : [`from ${from}`]), ...(to === undefined ? [] : [`up to ${to}`])].join(' '),
    flag: (isSet) => (isSet ? 'yes' : 'no'),
    except: (goods, others) => `${goods}, except ${others}`,
    with: (goods) => `with ${goods}`,
  },
  lastDays: (days) => `in the last ${days} days`,
  this: { day: 'this day', week: 'this week', month: 'this month', year: 'this year' },
}
