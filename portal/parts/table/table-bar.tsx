import { Button, CloseButton, Group, TextInput } from '@mantine/core'
import { IconDownload, IconFilter } from '@tabler/icons-react'
import { type ReactNode, useEffect, useState } from 'react'
import { type Totals, toCsv } from '../../../server/domain/report-words/csv.ts'
import { useSpoken, useTexts } from '../../texts/texts.ts'
import { formatAmount } from '../format.ts'
import type { TableColumn } from './column.ts'
import classes from './data-table.module.css'
import { saveFile } from './save-file.ts'
import { useTableSearch } from './table-search.ts'

interface TableBarProps<Row> {
  readonly name: string
  readonly rows: readonly Row[] | undefined
  readonly totals: Totals<Row>
  readonly columns: readonly TableColumn<Row>[]
  readonly filters: ReactNode
  readonly hasFilter: boolean
  readonly isPart: boolean
}

export function TableBar<Row>({ name, rows, totals, columns, filters, hasFilter, isPart }: TableBarProps<Row>) {
  const { texts, language } = useSpoken()
  const { parts } = texts
  const count = formatAmount(rows?.length ?? 0, { language })
  return (
    <Group className={classes.bar} justify="space-between" gap="sm">
      <Group gap="sm">
        {hasFilter && <FilterBox />}
        {filters}
      </Group>
      <Button
        variant="subtle"
        color="gray"
        size="sm"
        c="dimmed"
        leftSection={<IconDownload size={16} />}
        disabled={!rows || rows.length === 0}
        onClick={() => saveFile(`${name}.csv`, toCsv(rows ?? [], columns, totals))}
      >
        {isPart ? parts.exportShown(count) : parts.exportCsv}
      </Button>
    </Group>
  )
}

/** What is typed reaches the address a moment later, so that each letter is no new view. */
function FilterBox() {
  const { parts } = useTexts()
  const [search, change] = useTableSearch()
  const current = search.filter ?? ''
  const [typed, setTyped] = useState(current)
  useEffect(() => setTyped(current), [current])
  useEffect(() => {
    if (typed === current) return
    const timer = setTimeout(() => change({ ...search, filter: typed, page: 1 }), 250)
    return () => clearTimeout(timer)
  }, [typed, current, change, search])
  return (
    <TextInput
      size="sm"
      aria-label={parts.filterHint}
      placeholder={parts.filterHint}
      leftSection={<IconFilter size={16} />}
      value={typed}
      onChange={(event) => setTyped(event.currentTarget.value)}
      rightSection={
        typed !== '' && <CloseButton size="sm" aria-label={parts.clearFilter} onClick={() => setTyped('')} />
      }
    />
  )
}
