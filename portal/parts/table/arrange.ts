import type { TableColumn } from './column.ts'
import type { TableSearch } from './table-search.ts'

/** The rows that fit the filter, in the order that is asked for. */
export function arrange<Row>(
  rows: readonly Row[],
  columns: readonly TableColumn<Row>[],
  search: TableSearch,
): readonly Row[] {
  const kept = filterRows(rows, columns, search.filter ?? '')
  const column = columns.find(({ id }) => id === search.sort)
  if (!column) return kept
  const sorted = kept.toSorted((one, other) => compare(column.plain(one), column.plain(other)))
  return search.down ? sorted.toReversed() : sorted
}

/** Every word of the filter has to occur somewhere in the row. */
function filterRows<Row>(rows: readonly Row[], columns: readonly TableColumn<Row>[], filter: string): readonly Row[] {
  const words = filter.toLowerCase().split(/\s+/).filter(Boolean)
  if (words.length === 0) return rows
  return rows.filter((row) => {
    const text = columns
      .map(({ plain }) => plain(row) ?? '')
      .join('\n')
      .toLowerCase()
    return words.every((word) => text.includes(word))
  })
}

const collator = new Intl.Collator(undefined, { numeric: true, sensitivity: 'base' })

function compare(one: string | number | undefined, other: string | number | undefined): number {
  if (one === undefined || other === undefined) return Number(one !== undefined) - Number(other !== undefined)
  return typeof one === 'number' && typeof other === 'number'
    ? one - other
    : collator.compare(String(one), String(other))
}
