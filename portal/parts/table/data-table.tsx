import { Paper, Skeleton, Table } from '@mantine/core'
import { type ReactNode, useRef } from 'react'
import { useTexts } from '../../texts/texts.ts'
import { EmptyState } from '../empty-state.tsx'
import { arrange } from './arrange.ts'
import type { TableColumn } from './column.ts'
import { ColumnHeads } from './column-heads.tsx'
import classes from './data-table.module.css'
import { TableBar } from './table-bar.tsx'
import { TableFoot } from './table-foot.tsx'
import { useTableKeys } from './table-keys.ts'
import { TableRow } from './table-row.tsx'
import { useTableSearch } from './table-search.ts'
import { TotalRows } from './total-rows.tsx'

interface DataTableProps<Row> {
  /** What it is, for those who do not see it, and for the name of the file. */
  readonly name: string
  /** Undefined while they are on their way. */
  readonly rows: readonly Row[] | undefined
  readonly columns: readonly TableColumn<Row>[]
  readonly rowKey: (row: Row) => string
  /** Opens a row. The first column then is what is pressed. */
  readonly onOpen?: (row: Row) => void
  /** The row that is open beside the table. */
  readonly openKey?: string | undefined
  readonly onClose?: () => void
  /** Given if the server filters, sorts and pages: how many rows there are altogether. */
  readonly total?: number
  readonly pageSize?: number
  /** Shown instead if there is nothing at all. */
  readonly empty?: ReactNode
  /** Further filters, before the export. */
  readonly filters?: ReactNode
  readonly hasFilter?: boolean
  /** What the rows that are shown add up to. They stand below, and at the end of the file. */
  readonly totals?: (rows: readonly Row[]) => readonly Row[]
  readonly totalName?: string
  /** Whether there are more rows than these: then the export says that it has only what is shown. */
  readonly isPart?: boolean
}

/** A list of things. Filter, order and page are in the address; what it shows can be exported. */
export function DataTable<Row>(props: DataTableProps<Row>) {
  const {
    name,
    rows,
    columns,
    rowKey,
    onOpen,
    openKey,
    onClose,
    total,
    pageSize = 50,
    filters,
    hasFilter = true,
    isPart = false,
  } = props
  const { parts } = useTexts()
  const [search, change] = useTableSearch()
  const table = useRef<HTMLTableElement>(null)
  useTableKeys(table, onClose)
  const isPagedHere = total === undefined
  const fitting = rows && isPagedHere ? arrange(rows, columns, search) : rows
  const page = search.page ?? 1
  const shown = isPagedHere ? fitting?.slice((page - 1) * pageSize, page * pageSize) : fitting
  const totals = { name: props.totalName ?? '', rows: (fitting && props.totals?.(fitting)) ?? [] }
  if (rows?.length === 0 && search.filter === undefined && page === 1 && filters === undefined)
    return <Paper>{props.empty ?? <EmptyState title={parts.nothingYet} />}</Paper>
  return (
    <Paper className={classes.frame}>
      <TableBar {...{ name, columns, filters, hasFilter, totals }} isPart={isPart || !isPagedHere} rows={fitting} />
      <Table.ScrollContainer minWidth={480}>
        <Table ref={table} highlightOnHover={onOpen !== undefined} aria-label={name} aria-busy={rows === undefined}>
          <ColumnHeads columns={columns} search={search} onChange={change} />
          <Table.Tbody>
            {shown?.map((row) => (
              <TableRow key={rowKey(row)} {...{ row, columns, onOpen }} isOpen={rowKey(row) === openKey} />
            )) ?? <SkeletonRows columns={columns.length} />}
          </Table.Tbody>
          {totals.rows.length > 0 && <TotalRows columns={columns} totals={totals} />}
        </Table>
      </Table.ScrollContainer>
      {shown?.length === 0 && <EmptyState title={parts.nothingFits} what={parts.nothingFitsWhat} />}
      <TableFoot
        total={isPagedHere ? fitting?.length : total}
        {...{ isPart, page, pageSize, search }}
        onChange={change}
      />
    </Paper>
  )
}

/** As many rows as will probably come, so that nothing jumps. */
function SkeletonRows({ columns }: { readonly columns: number }) {
  return Array.from({ length: 8 }, (_, row) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the places of what is not there yet.
    <Table.Tr key={row}>
      {Array.from({ length: columns }, (_, column) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: as above.
        <Table.Td key={column}>
          <Skeleton height={14} width={column === 0 ? '70%' : '45%'} my={4} />
        </Table.Td>
      ))}
    </Table.Tr>
  ))
}
