/** A column of a report, as far as it matters for how it is written. */
export interface ShownColumn {
  readonly key: string
  readonly title: string
  readonly kind: string
  readonly isNumber: boolean
  readonly currency?: string | undefined
  readonly total?: 'sum' | 'first' | 'last' | undefined
  readonly word?: string | undefined
  readonly of?: string | undefined
}

export type Cells = Readonly<Record<string, string>>

/** A row with what stands behind it. */
export interface ShownRow {
  readonly index: number
  readonly cells: Cells
  readonly behind: Cells
}

export function rowsOf({
  rows,
  behind,
}: {
  readonly rows: readonly unknown[]
  readonly behind: readonly unknown[]
}): ShownRow[] {
  return rows.map((cells, index) => ({
    index,
    cells: cells as Cells,
    behind: (behind[index] ?? {}) as Cells,
  }))
}

/** So many columns can be read beside each other. */
const columnsMax = 8

/** Of many columns, those that are zero in every row only take the room of the others. */
export function columnsShown<Column extends ShownColumn>(
  columns: readonly Column[],
  rows: readonly ShownRow[],
): readonly Column[] {
  if (columns.length <= columnsMax || rows.length === 0) return columns
  const isIdle = ({ key, kind, total }: ShownColumn) =>
    (kind === 'amount' || kind === 'count') &&
    total === 'sum' &&
    rows.every(({ cells }) => /^-?0*(\.0*)?$/.test(cells[key] ?? ''))
  return columns.filter((column) => !isIdle(column))
}
