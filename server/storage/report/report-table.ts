/** What a report answers: the same for people, for CSV and for programs. */
export interface ReportTable {
  readonly title: string
  /** How the figures are made, which is the same for every answer of this shape. */
  readonly notes: readonly string[]
  /** What a reader has to know about this answer only. */
  readonly remarks?: readonly string[]
  readonly columns: readonly FigureColumn[]
  readonly rows: readonly FigureRow[]
  /** The picture that shows it best; absent where none helps. */
  readonly chart?: Chart | undefined
}

export const columnKinds = ['text', 'day', 'month', 'number', 'count', 'share', 'amount', 'money'] as const

/**
 * What the values of a column are. Numbers are decimal text and stand on the right. `amount` is of the value type of the
 * row, or of the currency that the column names; `money` is of a currency; `share` is in percent.
 */
export type FigureKind = (typeof columnKinds)[number]

/** Over rows that follow each other in time, what there was first or last is no sum. */
export const totalKinds = ['sum', 'first', 'last'] as const
type TotalKind = (typeof totalKinds)[number]

export interface FigureColumn {
  readonly key: string
  readonly title: string
  readonly kind: FigureKind
  readonly currency?: string
  /** How a total is made of it; absent where it would mean nothing. */
  readonly total?: TotalKind | undefined
  /** Of several columns that say the same about different things: what they say, and of what. */
  readonly word?: string
  readonly of?: string
  /** Whether a value can be opened, to see what it is made of. */
  readonly opens?: true
}

/** By the keys of the columns; a cell without a value is absent. */
export type FigureRow = Readonly<Record<string, string>>

export const chartKinds = ['bars', 'stack', 'lines', 'steps', 'spans'] as const

/**
 * bars: a bar for each row and column. stack: the same, on top of each other. lines: over time. steps: from the first
 * column to the last, of one row. spans: from the first column to the second, with the third marked.
 */
export interface Chart {
  readonly kind: (typeof chartKinds)[number]
  /** The columns that name what is along the axis. */
  readonly along: readonly string[]
  readonly of: readonly string[]
  /** One line, or one part, for each value of this column. */
  readonly each?: string
  /** Only rows that have these values. */
  readonly only?: FigureRow
}

type Extra = Omit<FigureColumn, 'key' | 'title' | 'kind'>

const column =
  (kind: FigureKind, usual: Extra = {}) =>
  (key: string, title: string, extra: Extra = {}): FigureColumn => ({ key, title, kind, ...usual, ...extra })

export const textColumn = column('text')
export const dayColumn = column('day')
export const monthColumn = column('month')
export const numberColumn = column('number')
export const shareColumn = column('share')
export const countColumn = column('count', { total: 'sum' })
export const amountColumn = column('amount', { total: 'sum' })
export const moneyColumn = column('money', { total: 'sum' })

const leftKinds: readonly FigureKind[] = ['text', 'day', 'month']

export const isNumeric = ({ kind }: Pick<FigureColumn, 'kind'>) => !leftKinds.includes(kind)
