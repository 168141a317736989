import { zoneAt } from '../../domain/brand/brand.ts'
import { titlesOf, unnamed } from './grouping.ts'
import type { Report } from './report.ts'
import { countColumn, type FigureRow, moneyColumn, shareColumn, textColumn } from './report-table.ts'
import { listSales, type SalesGrouping, type SalesRow, salesGroupings } from './sales.sql.ts'

const isGrouping = (text: string): text is SalesGrouping => salesGroupings.some((one) => one === text)

const titles: Readonly<Record<SalesGrouping, string>> = {
  location: 'Location',
  group: 'Group',
  orderMode: 'Order mode',
  payment: 'Paid by',
  event: 'Event',
}

export const salesReport: Report = {
  name: 'sales',
  about:
    'what tills said of their sales: totals, discounts, payments and margin, by place, order mode, payment or event',
  over: 'period',
  by: salesGroupings,
  usualBy: 'location',
  hasLocation: true,
  run: async ({ db, brand }, { from, to, by: asked = 'location', location }) => {
    const by = isGrouping(asked) ? asked : 'location'
    const found = await listSales(db, { brand: brand.id, timeZone: zoneAt(brand, location), from, to, location }, by)
    const names = titlesOf(brand)
    const nameOf = (key: string) => {
      if (by === 'location') return names.location(key)
      return by === 'group' ? names.group(key) : key || unnamed
    }
    const rows = Map.groupBy(found, ({ key, currency }) => JSON.stringify([nameOf(key), currency]))
    return {
      title: `Sales of ${location === undefined ? brand.name : names.location(location)}, ${from} to ${to}`,
      notes: [
        ...(location === undefined ? [] : [`Of this location alone, by the clock there: ${zoneAt(brand, location)}.`]),
        'Without voided sales; returned is what came back of these sales, whenever. Payments that count as a discount are in a column of their own.',
        'Margin: of lines that have a cost, from the till or from the catalogue, in the currency of the sale.',
        ...(by === 'payment' || by === 'event'
          ? ['A sale that was paid in two ways, or had two events, counts for each.']
          : []),
      ],
      columns: [
        textColumn(by, titles[by], { word: by }),
        textColumn('soldIn', 'Currency'),
        countColumn('sale', 'Sales'),
        ...moneyKeys.map(([key, title]) => moneyColumn(key, title, { currency: brand.currency, ...totalOf(found) })),
        shareColumn('marginShare', 'Margin, share'),
      ],
      rows: [...rows.values()].map((parts) => rowOf(by, nameOf(parts[0]?.key ?? ''), parts)),
    }
  },
}

const moneyKeys = [
  ['total', 'Total'],
  ['discounts', 'Discounts'],
  ['countedDiscounts', 'Payments as discount'],
  ['returned', 'Returned'],
  ['paid', 'Paid'],
  ['cost', 'Cost'],
  ['margin', 'Margin'],
] as const

/** Sums of several currencies mean nothing. */
const totalOf = (found: readonly SalesRow[]) =>
  new Set(found.map(({ currency }) => currency)).size > 1 ? { total: undefined } : {}

function rowOf(by: SalesGrouping, name: string, parts: readonly SalesRow[]): FigureRow {
  const sum = (of: (one: SalesRow) => string | null) => parts.reduce((all, one) => all + toMillionths(of(one)), 0n)
  const [cost, costed] = [sum((one) => one.cost), sum((one) => one.costed)]
  const hasCost = parts.some((one) => one.costed !== null)
  return {
    [by]: name,
    soldIn: parts[0]?.currency ?? '',
    sale: String(parts.reduce((all, one) => all + one.sales, 0)),
    total: toText(sum((one) => one.total)),
    discounts: toText(sum((one) => one.discount)),
    countedDiscounts: toText(sum((one) => one.counted)),
    returned: toText(sum((one) => one.returned)),
    paid: toText(sum((one) => one.paid)),
    ...(hasCost && { cost: toText(cost), margin: toText(costed - cost) }),
    ...(hasCost && costed > 0n && { marginShare: `${(Number(((costed - cost) * 1000n) / costed) / 10).toFixed(1)} %` }),
  }
}

function toMillionths(text: string | null): bigint {
  const [, sign = '', whole = '0', part = ''] = /^(-?)(\d+)(?:\.(\d+))?$/.exec(text ?? '0') ?? []
  const units = BigInt(whole) * 1_000_000n + BigInt(part.padEnd(6, '0').slice(0, 6))
  return sign === '-' ? -units : units
}

function toText(millionths: bigint): string {
  const sign = millionths < 0n ? '-' : ''
  const digits = String(millionths < 0n ? -millionths : millionths).padStart(7, '0')
  const part = digits.slice(-6).replace(/0+$/, '').padEnd(2, '0')
  return `${sign}${digits.slice(0, -6)}.${part}`
}
