import type { Brand } from '../../domain/brand/brand.ts'
import { type CouponSum, listCouponSums } from './coupon-day.sql.ts'
import { codeOf, formatMoney } from './format-units.ts'
import { groupingTitles, type PlaceGrouping, placeGroupings, titlesOf } from './grouping.ts'
import type { AskedDays, Report } from './report.ts'
import { countColumn, type FigureRow, moneyColumn, type ReportTable, textColumn } from './report-table.ts'

export const couponUseReport: Report = {
  name: 'coupons',
  about: 'coupons of each set and public codes in a period: issued, used, and the discounts that they gave',
  over: 'period',
  by: placeGroupings,
  run: async ({ db, brand, books }, asked) => tableOf(brand, asked, await listCouponSums(db, books, asked)),
}

interface Use {
  readonly set: string
  readonly code: string
  readonly place: string
  issued: bigint
  used: bigint
  readonly discounts: Map<string, bigint>
}

function tableOf(brand: Brand, { from, to, by }: AskedDays, sums: readonly CouponSum[]): ReportTable {
  const place = placeGroupings.find((one) => one === by)
  const uses = gather(brand, sums, place)
  const units = [...new Set(uses.flatMap(({ discounts }) => [...discounts.keys()]))].toSorted()
  return {
    title: `Coupons and public codes of ${brand.name}, ${from} to ${to}`,
    notes: [
      'Used: in sales, less those that were voided, and by hand. Discounts: what the rules took off that used the coupon, or',
      'whose campaign it opened, less what voids and returns took back. Codes are for many: they are not issued.',
    ],
    columns: [
      textColumn('set', 'Set'),
      textColumn('code', 'Public code'),
      ...(place ? [textColumn('group', groupingTitles[place], { word: place })] : []),
      countColumn('issued', 'Issued', { opens: true }),
      countColumn('used', 'Used', { opens: true }),
      ...units.map((unit) => {
        const code = codeOf(unit)
        const named = { currency: code, word: 'discounts', of: code, opens: true } as const
        return moneyColumn(discountKey(unit), `Discounts ${code}`, named)
      }),
    ],
    rows: uses
      .toSorted((a, b) => (sortKey(a) < sortKey(b) ? -1 : 1))
      .map(
        ({ set, code, place: group, issued, used, discounts }): FigureRow => ({
          set: brand.couponSets.get(set)?.name ?? set,
          ...(code !== '' && { code }),
          ...(place && { group }),
          rowId: JSON.stringify([set, code, group]),
          ...(code === '' && { issued: String(issued) }),
          used: String(used),
          ...Object.fromEntries(units.map((unit) => [discountKey(unit), formatMoney(discounts.get(unit) ?? 0n, unit)])),
        }),
      ),
    chart: place
      ? { kind: 'stack', along: ['set', 'code'], of: ['used'], each: 'group' }
      : { kind: 'bars', along: ['set', 'code'], of: ['issued', 'used'] },
  }
}

function gather(brand: Brand, sums: readonly CouponSum[], place: PlaceGrouping | undefined): Use[] {
  const titles = titlesOf(brand)
  const found = new Map<string, Use>()
  for (const { coupon_set_id: set, code, location_id, measure, unit, amount } of sums) {
    const group = place ? titles[place](location_id) : ''
    const key = `${set}\0${code}\0${group}`
    const use = found.get(key) ?? { set, code, place: group, issued: 0n, used: 0n, discounts: new Map() }
    found.set(key, use)
    if (measure === 'issued') use.issued += BigInt(amount)
    else if (measure === 'discount') use.discounts.set(unit, (use.discounts.get(unit) ?? 0n) + BigInt(amount))
    else use.used += BigInt(amount)
  }
  return [...found.values()]
}

const sortKey = ({ set, code, place }: Use) => `${set}\0${code}\0${place}`
const discountKey = (unit: string) => `discounts${codeOf(unit)}`
