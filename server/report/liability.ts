import type { Brand } from '../brand/brand.ts'
import { valueTypeName } from '../brand/shapes/program-shape.ts'
import { formatUnits } from './format-units.ts'
import { listOutstanding, type Outstanding } from './liability.sql.ts'
import { booksOf, type Report } from './report.ts'
import { numberColumn, type ReportTable, textColumn } from './report-table.ts'

const groupings = ['age', 'expiry'] as const
type Grouping = (typeof groupings)[number]

export const liabilityReport: Report = {
  name: 'liability',
  about: 'what cards have at the end of a day, by when it was issued or when it expires',
  over: 'day',
  by: groupings,
  run: async (db, brand, { to: asOf, by }) => {
    const outstanding = await listOutstanding(db, booksOf(brand), asOf)
    return liability(outstanding, brand, { asOf, by: groupings.find((one) => one === by) })
  },
}

const never = 'infinity'

/** What cards had at the end of a day: what the brand owes its customers. */
function liability(
  outstanding: readonly Outstanding[],
  brand: Brand,
  { asOf, by }: { readonly asOf: string; readonly by: Grouping | undefined },
): ReportTable {
  const sums = new Map<string, { valueType: number; group: string; amount: bigint }>()
  for (const { value_type_id, amount, ...months } of outstanding) {
    const group = groupOf(months, by)
    const key = `${value_type_id} ${group}`
    const before = sums.get(key)?.amount ?? 0n
    sums.set(key, { valueType: value_type_id, group, amount: before + BigInt(amount) })
  }
  const rows = [...sums.values()].toSorted(byName(brand)).map(({ valueType: id, group, amount }) => {
    const valueType = brand.valueTypes.get(id)
    if (!valueType) throw new Error(`value type ${id} is not known`)
    return {
      valueType: valueTypeName(valueType),
      program: valueType.program,
      group,
      amount: formatUnits(amount, valueType.scale),
    }
  })
  return {
    title: `Liability of ${brand.name} at the end of ${asOf}`,
    notes: by === 'expiry' ? ['Balance that has expired by then and is not booked yet counts until it is booked.'] : [],
    columns: [
      textColumn('valueType', 'Value type'),
      textColumn('program', 'Program'),
      ...(by === undefined ? [] : [textColumn('group', by === 'age' ? 'Issued in' : 'Expires in')]),
      numberColumn('amount', 'Outstanding'),
    ],
    rows,
  }
}

function groupOf(months: Pick<Outstanding, 'issued_month' | 'expires_month'>, by: Grouping | undefined): string {
  if (by === 'age') return months.issued_month.slice(0, 7)
  if (by === undefined) return ''
  return months.expires_month === never ? 'never' : months.expires_month.slice(0, 7)
}

function byName(brand: Brand) {
  const name = ({ valueType, group }: { valueType: number; group: string }) => {
    const found = brand.valueTypes.get(valueType)
    return found ? `${found.program} ${valueTypeName(found)} ${group}` : group
  }
  return (a: { valueType: number; group: string }, b: { valueType: number; group: string }) =>
    name(a) < name(b) ? -1 : 1
}
