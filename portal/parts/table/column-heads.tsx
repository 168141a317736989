import { Table, UnstyledButton } from '@mantine/core'
import { IconArrowDown, IconArrowUp } from '@tabler/icons-react'
import type { TableColumn } from './column.ts'
import classes from './data-table.module.css'
import type { TableSearch } from './table-search.ts'

interface ColumnHeadsProps<Row> {
  readonly columns: readonly TableColumn<Row>[]
  readonly search: TableSearch
  readonly onChange: (change: TableSearch) => void
}

export function ColumnHeads<Row>({ columns, search, onChange }: ColumnHeadsProps<Row>) {
  return (
    <Table.Thead>
      <Table.Tr>
        {columns.map(({ id, title, isNumber, isSortable = true }) => {
          const isSorted = search.sort === id
          const direction = search.down ? 'descending' : 'ascending'
          return (
            <Table.Th
              key={id}
              className={isNumber ? classes.number : undefined}
              {...(isSortable && { 'aria-sort': isSorted ? direction : 'none' })}
            >
              {isSortable ? (
                <UnstyledButton
                  className={classes.head}
                  data-number={isNumber || undefined}
                  onClick={() => onChange({ ...search, ...nextOrder(search, id), page: 1 })}
                >
                  {title}
                  <SortMark isSorted={isSorted} isDown={search.down === true} />
                </UnstyledButton>
              ) : (
                title
              )}
            </Table.Th>
          )
        })}
      </Table.Tr>
    </Table.Thead>
  )
}

/** Up, then down, then as it came. */
function nextOrder({ sort, down }: TableSearch, id: string): Pick<TableSearch, 'sort' | 'down'> {
  if (sort !== id) return { sort: id, down: false }
  return down ? { sort: undefined, down: undefined } : { sort: id, down: true }
}

function SortMark({ isSorted, isDown }: { readonly isSorted: boolean; readonly isDown: boolean }) {
  const Arrow = isDown ? IconArrowDown : IconArrowUp
  return <Arrow size={14} aria-hidden className={isSorted ? classes.sorted : classes.unsorted} />
}
