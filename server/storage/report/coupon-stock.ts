import { readNow } from '../../ground/database/clock.sql.ts'
import { countCodeUses, countCoupons } from './coupon-stock.sql.ts'
import type { Report } from './report.ts'
import { countColumn, type FigureRow, shareColumn, textColumn } from './report-table.ts'

/** What has become of all coupons that there are. They keep only what they are now, so this is about now. */
export const couponStockReport: Report = {
  name: 'coupon-stock',
  about: 'coupons of each set and public codes: issued, used, expired, still open, in stock; as it is now',
  over: 'now',
  by: [],
  run: async ({ db, brand, books }) => {
    const counts = await countCoupons(db, books, await readNow(db))
    const used = new Map((await countCodeUses(db, books)).map((one) => [one.code, one.used]))
    const sets = counts.map(({ coupon_set_id: id, ...one }): FigureRow => {
      const { issued, used: spent, expired, disabled, open, in_stock } = one
      return {
        set: brand.couponSets.get(id)?.name ?? id,
        issued: String(issued),
        used: String(spent),
        share: issued > 0 ? percent(spent, issued) : '',
        expired: String(expired),
        disabled: String(disabled),
        open: String(open),
        inStock: String(in_stock),
      }
    })
    const codes = [...brand.codes.values()].map(({ key, code, set, uses }): FigureRow => {
      const spent = used.get(key) ?? 0
      const left = uses === undefined ? {} : { open: String(Math.max(0, uses - spent)), share: percent(spent, uses) }
      return { set: brand.couponSets.get(set)?.name ?? set, code, used: String(spent), ...left }
    })
    return {
      title: `Coupons and public codes of ${brand.name}, now`,
      notes: [
        'Issued = used + expired + disabled + open. Codes are for many: they are not issued; open is how often one can still be used.',
      ],
      columns: [
        textColumn('set', 'Set'),
        textColumn('code', 'Public code'),
        countColumn('issued', 'Issued'),
        countColumn('used', 'Used'),
        shareColumn('share', 'Share used'),
        countColumn('expired', 'Expired'),
        countColumn('disabled', 'Disabled'),
        countColumn('open', 'Open'),
        countColumn('inStock', 'In stock'),
      ],
      rows: [...sets, ...codes].toSorted(byName),
      chart: { kind: 'stack', along: ['set', 'code'], of: ['used', 'expired', 'disabled', 'open'] },
    }
  },
}

const byName = (a: FigureRow, b: FigureRow) => (`${a.set} ${a.code ?? ''}` < `${b.set} ${b.code ?? ''}` ? -1 : 1)

const percent = (part: number, whole: number) => `${((100 * part) / whole).toFixed(1)} %`
