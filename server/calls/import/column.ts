/** A column that a file may have. */
export interface ImportColumn {
  readonly name: string
  readonly about: string
  readonly isRequired?: true
  /** Its values are dates, written in the order of the file. */
  readonly isDate?: true
  /** What faults show of its values: all of it, how it ends, or nothing, because it is a secret or about a person. */
  readonly shows: 'value' | 'end' | 'nothing'
}

export const openColumn = (name: string, about: string): ImportColumn => ({ name, about, shows: 'value' })
/** A column of dates. */
export const dated = (column: ImportColumn): ImportColumn => ({ ...column, isDate: true })
export const secretColumn = (name: string, about: string): ImportColumn => ({ name, about, shows: 'nothing' })
export const required = (column: ImportColumn): ImportColumn => ({ ...column, isRequired: true })

/** The number of a card is as good as cash to whoever finds it. */
export const cardColumn: ImportColumn = {
  name: 'cardNumber',
  about: 'The number of the card.',
  isRequired: true,
  shows: 'end',
}

/** The cells of a row by the names of their columns, without empty ones. */
export type ImportCells = ReadonlyMap<string, string>

/** What is wrong with a row, and what to do about it. */
export interface CellFault {
  readonly kind: 'fault'
  readonly column: string
  readonly message: string
}

export const faultIn = (column: string, message: string): CellFault => ({ kind: 'fault', column, message })

export const isFault = (value: unknown): value is CellFault =>
  typeof value === 'object' && value !== null && 'kind' in value && value.kind === 'fault'

export interface ImportFault {
  /** The rows of the file count from 1, below the names of the columns. */
  readonly row: number
  readonly line: number
  readonly column: string
  /** As much of it as may be shown. */
  readonly shown: string
  readonly message: string
}

const shownCharactersMax = 60

/** As much of a value as its column allows. */
export function showCell(column: ImportColumn | undefined, value: string | undefined): string {
  if (value === undefined || !column || column.shows === 'nothing') return ''
  if (column.shows === 'end') return `…${value.slice(-4)}`
  return value.length > shownCharactersMax ? `${value.slice(0, shownCharactersMax)}…` : value
}
