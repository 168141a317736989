import type { Instant } from '../kernel/time.ts'

/**
 * Columns of rows as PostgreSQL's array texts. The driver makes these too, but looks at each element's kind and
 * escapes it; with hundreds of rows in a statement that costs more than all the rest of sending it.
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

/** No JSON text contains it as it is. */
export const jsonSeparator = '\u001e'

/**
 * JSON texts one after the other, for `string_to_array(column, separator, '')`: as an array text each of their many
 * quotes would have to be escaped here and unescaped there. What is absent becomes null.
 */
export function jsonColumn(values: readonly unknown[]): string {
  return values.map((value) => (value === undefined ? '' : JSON.stringify(value))).join(jsonSeparator)
}
