/** What a report answers: the same for people, for CSV and for programs. */
export interface ReportTable {
  readonly title: string
  /** What a reader has to know about the figures. */
  readonly notes: readonly string[]
  readonly columns: readonly Column[]
  readonly rows: readonly Row[]
}

export interface Column {
  readonly key: string
  readonly title: string
  /** Numbers are decimal text and stand on the right. */
  readonly kind: 'text' | 'number'
}

/** By the keys of the columns; a cell without a value is absent. */
export type Row = Readonly<Record<string, string>>

export const textColumn = (key: string, title: string): Column => ({ key, title, kind: 'text' })
export const numberColumn = (key: string, title: string): Column => ({ key, title, kind: 'number' })
