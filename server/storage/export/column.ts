/**
 * What a column holds: a text, a whole number, an amount in units of 10^-scale of its row, any other number, an instant,
 * yes or no, or JSON.
 */
export type ExportColumnKind = 'text' | 'whole' | 'amount' | 'number' | 'time' | 'flag' | 'json'

export interface ExportColumn {
  readonly name: string
  readonly kind: ExportColumnKind
  /** Only with --personal-data. */
  readonly isPersonal: boolean
}

/** A row as the database gives it: instants in milliseconds, amounts and other decimal numbers as text. */
export type ExportRow = Readonly<Record<string, unknown>>

const kinds: Readonly<Record<string, ExportColumnKind>> = {
  w: 'whole',
  a: 'amount',
  n: 'number',
  t: 'time',
  f: 'flag',
  j: 'json',
}

/** Columns as one line: `request_ref line:w amount:a` has a text, a whole number and an amount. */
export function columns(line: string, isPersonal = false): ExportColumn[] {
  return line
    .split(/\s+/)
    .filter((word) => word !== '')
    .map((word) => {
      const [name = '', kind = ''] = word.split(':')
      return { name, kind: kinds[kind] ?? 'text', isPersonal }
    })
}
