import type { Brand, ValueType } from '../brand/brand.ts'
import { valueTypeName } from '../brand/shapes/program-shape.ts'
import { addDays } from './days.ts'
import { formatUnits } from './format-units.ts'
import { listOutstanding, type Outstanding } from './liability.sql.ts'
import { booksOf, type Report } from './report.ts'
import { numberColumn, type ReportTable, type Row, textColumn } from './report-table.ts'
import { listMovements, type Movement } from './roll-forward.sql.ts'

/** How far back the share that expires is looked at. */
const lookBackDays = 365

export const breakageReport: Report = {
  name: 'breakage',
  about: 'what has expired, and what is expected to expire of what cards have',
  over: 'period',
  by: [],
  run: async (db, brand, { from, to }) => {
    const books = booksOf(brand)
    const year = { from: addDays(to, -lookBackDays + 1), to, perDay: false }
    const inPeriod = await listMovements(db, books, { from, to, perDay: false })
    return breakage(brand, {
      inPeriod: inPeriod.filter(({ day }) => day !== null),
      inYear: (await listMovements(db, books, year)).filter(({ day }) => day !== null),
      outstanding: await listOutstanding(db, books, to),
      title: `Breakage of ${brand.name}, ${from} to ${to}`,
    })
  },
}

interface Known {
  readonly inPeriod: readonly Movement[]
  readonly inYear: readonly Movement[]
  readonly outstanding: readonly Outstanding[]
  readonly title: string
}

/** Expected: what can expire, times the share of what left cards in the last year that left them by expiring. */
function breakage(brand: Brand, { inPeriod, inYear, outstanding, title }: Known): ReportTable {
  const rows = [...brand.valueTypes.values()].flatMap((valueType): Row[] => {
    const expired = sumOf(inPeriod, valueType, ['Expiration'])
    const [gone, spent] = [sumOf(inYear, valueType, ['Expiration']), sumOf(inYear, valueType, spending)]
    const canExpire = outstanding
      .filter(({ value_type_id, expires_month }) => value_type_id === valueType.id && expires_month !== 'infinity')
      .reduce((sum, { amount }) => sum + BigInt(amount), 0n)
    if (expired === 0n && canExpire === 0n) return []
    const left = gone + spent
    const expected = left === 0n ? undefined : (canExpire * gone) / left
    const show = (units: bigint) => formatUnits(units, valueType.scale)
    return [
      {
        valueType: valueTypeName(valueType),
        program: valueType.program,
        expired: show(expired),
        canExpire: show(canExpire),
        ...(expected !== undefined && { share: shareOf(gone, left), expected: show(expected) }),
      },
    ]
  })
  return {
    title,
    notes: [
      'Expected to expire: what cards have that can expire, times the share of what left cards in the last 365 days that left',
      'them by expiring and not by being spent. Where nothing left cards in that time, there is nothing to go by.',
    ],
    columns: [
      textColumn('valueType', 'Value type'),
      textColumn('program', 'Program'),
      numberColumn('expired', 'Expired'),
      numberColumn('canExpire', 'Can expire'),
      numberColumn('share', 'Share that expires'),
      numberColumn('expected', 'Expected to expire'),
    ],
    rows,
  }
}

const spending: readonly string[] = ['UpdateBalance', 'Hold', 'Campaign', 'Cashout']

function sumOf(movements: readonly Movement[], { id }: ValueType, kinds: readonly string[]): bigint {
  return movements
    .filter(({ value_type_id, kind }) => value_type_id === id && kinds.includes(kind))
    .reduce((sum, { taken }) => sum + BigInt(taken), 0n)
}

/** In percent, with one decimal. */
function shareOf(part: bigint, whole: bigint): string {
  return `${formatUnits((part * 1000n + whole / 2n) / whole, 1)} %`
}
