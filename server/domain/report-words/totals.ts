import type { Cells, ShownColumn, ShownRow } from './shown-table.ts'

/** What stands behind a total: it is made of several rows, so that none of them can be opened by it. */
const ofTotal = { isTotal: 'yes' } as const

/** What was corrected since a month was closed stands in lines of its own, which are no part of it. */
const sinceLine = 'corrections since closing'

/**
 * Sums of the rows, exact to the last digit. Amounts of different value types cannot be added: then there is a total for
 * each. A column without a total stays empty.
 */
export function totalsOf(columns: readonly ShownColumn[], all: readonly ShownRow[]): readonly ShownRow[] {
  const rows = all.filter(({ cells }) => cells.line !== sinceLine)
  const counted = columns.filter(({ total }) => total !== undefined)
  if (counted.length === 0 || rows.length < 2) return []
  const isByValue = columns.some(({ kind, currency }) => kind === 'amount' && currency === undefined)
  const groups = Map.groupBy(rows, ({ behind }) => (isByValue ? (behind.valueTypeId ?? '') : ''))
  // Where each would be a total of one row, every figure would stand there twice.
  if ([...groups.values()].every((own) => own.length === 1)) return []
  return [...groups.values()].flatMap((own, index): ShownRow[] => {
    const cells = Object.fromEntries(counted.map((column) => [column.key, totalOf(column, own, columns)]))
    const { valueType = '', program = '' } = own[0]?.cells ?? {}
    const named: Cells = isByValue ? { valueType, program } : {}
    return [{ index, cells: { ...named, ...cells }, behind: { ...own[0]?.behind, ...ofTotal } }]
  })
}

function totalOf({ key, total }: ShownColumn, rows: readonly ShownRow[], columns: readonly ShownColumn[]): string {
  if (total === 'sum') return addDecimals(rows.map(({ cells }) => cells[key]))
  // What there was on the first day, or on the last, of each of what the rows tell apart.
  const names = columns.filter(({ kind }) => kind === 'text').map((column) => column.key)
  const series = [...Map.groupBy(rows, ({ cells }) => names.map((name) => cells[name]).join('\0')).values()]
  const byDay = series.map((own) => own.toSorted((a, b) => ((a.cells.day ?? '') < (b.cells.day ?? '') ? -1 : 1)))
  return addDecimals(byDay.map((own) => own.at(total === 'first' ? 0 : -1)?.cells[key]))
}

/** Decimal texts, added without a rounding. */
export function addDecimals(texts: readonly (string | undefined)[]): string {
  const given = texts.filter((text) => text !== undefined && /^-?\d+(\.\d+)?$/.test(text)) as readonly string[]
  const scale = Math.max(0, ...given.map((text) => text.split('.')[1]?.length ?? 0))
  const sum = given.reduce((all, text) => all + unitsOf(text, scale), 0n)
  const digits = String(sum < 0n ? -sum : sum).padStart(scale + 1, '0')
  const sign = sum < 0n ? '-' : ''
  return scale === 0 ? `${sign}${digits}` : `${sign}${digits.slice(0, -scale)}.${digits.slice(-scale)}`
}

function unitsOf(text: string, scale: number): bigint {
  const [whole = '0', fraction = ''] = text.split('.')
  return BigInt(`${whole}${fraction.padEnd(scale, '0')}`)
}
