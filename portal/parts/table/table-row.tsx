import { Table, UnstyledButton } from '@mantine/core'
import type { TableColumn } from './column.ts'
import classes from './data-table.module.css'

interface TableRowProps<Row> {
  readonly row: Row
  readonly columns: readonly TableColumn<Row>[]
  readonly onOpen: ((row: Row) => void) | undefined
  readonly isOpen: boolean
}

export function TableRow<Row>({ row, columns, onOpen, isOpen }: TableRowProps<Row>) {
  return (
    <Table.Tr data-open={isOpen || undefined} {...(onOpen && { className: classes.opens, onClick: () => onOpen(row) })}>
      {columns.map(({ id, show, isNumber }, index) => (
        <Table.Td key={id} className={isNumber ? classes.number : undefined}>
          {onOpen && index === 0 ? (
            <UnstyledButton
              className={classes.opener}
              data-row-opener
              aria-current={isOpen || undefined}
              onClick={(event) => {
                event.stopPropagation()
                onOpen(row)
              }}
            >
              {show(row)}
            </UnstyledButton>
          ) : (
            show(row)
          )}
        </Table.Td>
      ))}
    </Table.Tr>
  )
}
