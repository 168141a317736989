import type { Instant } from '../kernel/time.ts'

/**
 * Columns of rows as PostgreSQL's array texts. The driver can make these too, but it checks the kind of each element
 * and escapes it. With hundreds of rows, that costs more than the rest of sending the statement.
 */

/** Numbers, booleans, UUIDs: whatever needs no quotes. */
export function plainArray(values: readonly (number | boolean | string | null | undefined)[]): string {
  let text = '{'
  for (let index = 0; index < values.length; index += 1) {
    if (index > 0) text += ','
    text += values[index] ?? 'NULL'
  }
  return `${text}}`
}

export function textArray(values: readonly (string | null | undefined)[]): string {
  let text = '{'
  for (let index = 0; index < values.length; index += 1) {
    if (index > 0) text += ','
    const value = values[index]
    text += value === null || value === undefined ? 'NULL' : quoted(value)
  }
  return `${text}}`
}

const special = /["\\]/g

function quoted(value: string): string {
  return value.includes('"') || value.includes('\\') ? `"${value.replace(special, '\\$&')}"` : `"${value}"`
}

/** Milliseconds, for `to_timestamp(column::float8 / 1000)`, which is exact to the microsecond. */
export const instantArray = (values: readonly (Instant | undefined)[]): string => plainArray(values)

/** For `unnest(column::timestamptz[])` in the values of an insert, around which nothing may be worked out. */
export const timeArray = (values: readonly (Instant | undefined)[]): string =>
  plainArray(values.map((value) => (value === undefined ? undefined : timeText(value))))

/** PostgreSQL writes years of more than four digits without a sign. */
const timeText = (instant: Instant) => new Date(instant).toISOString().replace(/^\+0*/, '')

/** Rows in one order, whoever inserts them: two transactions that wait for each other's keys would never end. */
export function inOrder<Row>(rows: readonly Row[], keyOf: (row: Row) => string): readonly Row[] {
  const keyed = rows.map((row) => ({ row, key: keyOf(row) }))
  return keyed.toSorted((a, b) => (a.key < b.key ? -1 : Number(a.key > b.key))).map(({ row }) => row)
}

/** No JSON text contains it unescaped. */
export const jsonSeparator = '\u001e'

/**
 * JSON texts joined for `string_to_array(column, separator, '')`. In an array text, all their quotes would have to be
 * escaped here and unescaped there. Absent values become null.
 */
export function jsonColumn(values: readonly unknown[]): string {
  return values.map((value) => (value === undefined ? '' : JSON.stringify(value))).join(jsonSeparator)
}
