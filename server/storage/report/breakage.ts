import type { Brand } from '../../domain/brand/brand.ts'
import { valueCells } from './behind.ts'
import type { CellRows } from './cell-rows.sql.ts'
import { closingOf, lookBackDays, originsOf } from './closed/closed-figures.ts'
import { listFigures } from './closed/closing.sql.ts'
import { addDays } from './days.ts'
import { formatUnits } from './format-units.ts'
import { type Grouping, groupings, groupingTitles, groupOf, titlesOf, toldApart } from './grouping.ts'
import { listOriginSums, type OriginSum } from './origin-day.sql.ts'
import type { Report } from './report.ts'
import { amountColumn, type FigureRow, type ReportTable, shareColumn, textColumn } from './report-table.ts'

export const breakageReport: Report = {
  name: 'breakage',
  about: 'what has expired, and what is expected to expire of what cards have',
  over: 'period',
  by: groupings,
  run: async ({ db, brand, books }, { from, to, by }) => {
    const since = addDays(to, -lookBackDays + 1)
    const closing = by === undefined ? closingOf(books, { from, to }) : undefined
    return breakage(brand, {
      sums: closing
        ? originsOf(await listFigures(db, books.brand, closing.month))
        : await listOriginSums(db, books, { from, to, since, ...toldApart(by), isBooked: true }),
      title: `Breakage of ${brand.name}, ${from} to ${to}`,
      by: groupings.find((one) => one === by),
    })
  },
}

/** What expired, and the balances that can; the rest is computed. */
export function breakageCell(
  column: string,
  { from, to }: { readonly from: string; readonly to: string },
): Rows | undefined {
  const expiration = { names: ['Expiration'], isExcept: false }
  if (column === 'expired') return { from, to, kinds: { added: expiration, taken: expiration }, isTurned: true }
  return column === 'canExpire' ? { to, expires: { kind: 'ever' } } : undefined
}

type Rows = Pick<CellRows, 'from' | 'to' | 'kinds' | 'expires' | 'isTurned'>

interface BreakageBasis {
  readonly sums: readonly OriginSum[]
  readonly title: string
  readonly by: Grouping | undefined
}

function breakage(brand: Brand, { sums, title, by }: BreakageBasis): ReportTable {
  const titles = titlesOf(brand)
  const key = (one: OriginSum) => `${one.value_type_id}\0${groupOf(titles, one, by)}`
  const rows = [...Map.groupBy(sums, key)].flatMap(([name, own]): FigureRow[] => {
    const [id = '', group = ''] = name.split('\0')
    const valueType = brand.valueTypes.get(Number(id))
    if (!valueType) throw new Error(`value type ${id} is not known`)
    return rowOf(valueCells(brand, valueType), { scale: valueType.scale, group, sums: own })
  })
  const missing = by === undefined ? withoutRow(brand, rows) : []
  const nameOf = ({ program, valueType, group }: FigureRow) => `${program} ${valueType} ${group}`
  return {
    title,
    notes: [
      'Expected to expire: what cards have that can expire, times the share of what left cards in the last 365 days that left',
      'them by expiring and not by being spent. Where nothing left cards in that time, there is nothing to go by.',
      ...(by === undefined ? [] : ['By where, or by which campaign, it was issued.']),
    ],
    columns: [
      textColumn('valueType', 'Value type'),
      textColumn('program', 'Program'),
      ...(by === undefined ? [] : [textColumn('group', groupingTitles[by], { word: by })]),
      amountColumn('expired', 'Expired', { opens: true }),
      amountColumn('canExpire', 'Can expire', { opens: true }),
      shareColumn('share', 'Share that expires'),
      amountColumn('expected', 'Expected to expire'),
    ],
    rows: [...rows, ...missing].toSorted((a, b) => (nameOf(a) < nameOf(b) ? -1 : 1)),
    ...(by !== undefined && { chart: { kind: 'bars', along: ['group'], of: ['expired', 'expected'] } }),
  }
}

interface Own {
  readonly scale: number
  readonly group: string
  readonly sums: readonly OriginSum[]
}

/** Expected: what can expire, times the share of what left cards in the last year that left them by expiring. */
function rowOf(value: FigureRow, { scale, group, sums }: Own): FigureRow[] {
  const sumOf = (change: string, span: 'in_period' | 'since') =>
    sums.filter((one) => one.change === change).reduce((sum, one) => sum + BigInt(one[span]), 0n)
  const expired = -sumOf('expired', 'in_period')
  const canExpire = sums.filter(({ can_expire }) => can_expire).reduce((sum, { so_far }) => sum + BigInt(so_far), 0n)
  if (expired === 0n && canExpire === 0n) return []
  const gone = -sumOf('expired', 'since')
  const left = gone - sumOf('spent', 'since')
  const show = (units: bigint) => formatUnits(units, scale)
  return [
    {
      ...value,
      group,
      expired: show(expired),
      canExpire: show(canExpire),
      ...(left > 0n && { share: shareOf(gone, left), expected: show((canExpire * gone) / left) }),
    },
  ]
}

/** Value that never expires, as that of gift cards, has a line of 0: whoever looks for it sees that nothing broke. */
function withoutRow(brand: Brand, rows: readonly FigureRow[]): FigureRow[] {
  const shown = new Set(rows.map(({ valueTypeId }) => valueTypeId))
  return [...brand.valueTypes.values()]
    .filter(({ id, switchedOff }) => !switchedOff && !shown.has(String(id)))
    .map((valueType) => {
      const none = formatUnits(0n, valueType.scale)
      return { ...valueCells(brand, valueType), group: '', expired: none, canExpire: none }
    })
}

/** In percent, with one decimal. */
function shareOf(part: bigint, whole: bigint): string {
  return `${formatUnits((part * 1000n + whole / 2n) / whole, 1)} %`
}
