import type { Brand } from '../brand/brand.ts'
import { valueTypeName } from '../brand/shapes/program-shape.ts'
import { formatUnits } from './format-units.ts'
import type { Outstanding } from './liability.sql.ts'
import { numberColumn, type ReportTable, textColumn } from './report-table.ts'

export const liabilityGroupings = ['none', 'age', 'expiry'] as const
export type LiabilityGrouping = (typeof liabilityGroupings)[number]

const never = 'infinity'

/** What cards had at the end of a day: what the brand owes its customers. */
export function liability(
  outstanding: readonly Outstanding[],
  brand: Brand,
  { asOf, by }: { readonly asOf: string; readonly by: LiabilityGrouping },
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
      ...(by === 'none' ? [] : [textColumn('group', by === 'age' ? 'Issued in' : 'Expires in')]),
      numberColumn('amount', 'Outstanding'),
    ],
    rows,
  }
}

function groupOf(months: Pick<Outstanding, 'issued_month' | 'expires_month'>, by: LiabilityGrouping): string {
  if (by === 'age') return months.issued_month.slice(0, 7)
  if (by === 'none') return ''
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
