import { Table, Text } from '@mantine/core'
import type { Totals } from '../../../server/domain/report-words/csv.ts'
import type { TableColumn } from './column.ts'
import classes from './data-table.module.css'

interface TotalRowsProps<Row> {
  readonly columns: readonly TableColumn<Row>[]
  readonly totals: Totals<Row>
}

/** What the rows above add up to. */
export function TotalRows<Row>({ columns, totals: { name, rows } }: TotalRowsProps<Row>) {
  return (
    <Table.Tfoot>
      {rows.map((row, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: there is one for each unit, in a fixed order.
        <Table.Tr key={index} className={classes.total}>
          {columns.map(({ id, show, isNumber }, place) => (
            <Table.Td key={id} className={isNumber ? classes.number : undefined}>
              {place === 0 && (
                <Text component="span" inherit c="dimmed" mr="xs">
                  {name}
                </Text>
              )}
              {show(row)}
            </Table.Td>
          ))}
        </Table.Tr>
      ))}
    </Table.Tfoot>
  )
}
