import { ActionIcon, Group, Text } from '@mantine/core'
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react'
import { useSpoken } from '../../texts/texts.ts'
import { formatAmount } from '../format.ts'
import classes from './data-table.module.css'
import type { TableSearch } from './table-search.ts'

interface TableFootProps {
  readonly total: number | undefined
  /** There are more, which nobody has counted. */
  readonly isPart: boolean
  readonly page: number
  readonly pageSize: number
  readonly search: TableSearch
  readonly onChange: (change: TableSearch) => void
}

/** How many there are, and the way to the others. Its height is there before the rows are. */
export function TableFoot({ total = 0, isPart, page, pageSize, search, onChange }: TableFootProps) {
  const { texts, language } = useSpoken()
  const { parts } = texts
  const shown = (amount: number) => formatAmount(amount, { language })
  const first = Math.min((page - 1) * pageSize + 1, total)
  const last = Math.min(page * pageSize, total)
  return (
    <Group className={classes.foot} justify="space-between">
      <Text size="sm" c="dimmed" aria-live="polite">
        {total > 0 &&
          (isPart ? parts.rowsOfMore(shown(total)) : parts.rowsShown(shown(first), shown(last), shown(total)))}
      </Text>
      {total > pageSize && (
        <Group gap={4}>
          <ActionIcon
            variant="default"
            aria-label={parts.previousPage}
            disabled={page <= 1}
            onClick={() => onChange({ ...search, page: page - 1 })}
          >
            <IconChevronLeft size={16} />
          </ActionIcon>
          <ActionIcon
            variant="default"
            aria-label={parts.nextPage}
            disabled={last >= total}
            onClick={() => onChange({ ...search, page: page + 1 })}
          >
            <IconChevronRight size={16} />
          </ActionIcon>
        </Group>
      )}
    </Group>
  )
}
