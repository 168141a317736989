import type { ReactNode } from 'react'

/** A column of a table: what it is called, and what it shows of a row. */
export interface TableColumn<Row> {
  readonly id: string
  readonly title: string
  readonly show: (row: Row) => ReactNode
  /** The same as plain text or number: for sorting, filtering and CSV. */
  readonly plain: (row: Row) => string | number | undefined
  /** For CSV, if the number could lose digits. */
  readonly exact?: (row: Row) => string | undefined
  /** Numbers stand at the right. */
  readonly isNumber?: boolean
  readonly isSortable?: boolean
}
