import { Text } from '@mantine/core'
import { isRecord } from '../../parts/schema-form/field.ts'
import { useWords } from '../../parts/schema-form/words.ts'
import type { TableColumn } from '../../parts/table/column.ts'
import { useTexts } from '../../texts/texts.ts'
import type { Entry } from './entry/merge.ts'
import { type SettingsSection, sectionLooks } from './sections.ts'

/** What a list of entries shows: what people call them first, then what machines do. */
export function useColumns(section: SettingsSection): readonly TableColumn<Entry>[] {
  const { parts } = useTexts()
  const { label, choice } = useWords(section)
  const { keyName = 'id', columns = [] } = sectionLooks[section]
  const plain = (value: unknown) => plainOf(value, { yes: parts.yes, no: parts.no, choice })
  const column = (key: string): TableColumn<Entry> => ({
    id: key,
    title: label(key),
    show: (row) => plain(row[key]),
    plain: (row) => plain(row[key]),
  })
  const called = keyName === 'name' ? [] : [keyColumn(keyName, label(keyName))]
  return [nameColumn(keyName, label('name')), ...called, ...columns.map(column)]
}

function nameColumn(keyName: string, title: string): TableColumn<Entry> {
  const name = (row: Entry) => String(row.name ?? row[keyName])
  return { id: 'name', title, show: name, plain: name }
}

function keyColumn(keyName: string, title: string): TableColumn<Entry> {
  const key = (row: Entry) => String(row[keyName])
  return {
    id: keyName,
    title,
    plain: key,
    show: (row) => (
      <Text component="span" size="sm" ff="monospace">
        {key(row)}
      </Text>
    ),
  }
}

interface Words {
  readonly yes: string
  readonly no: string
  readonly choice: (value: string) => string
}

/** A value of an entry in a cell: lists of objects are counted, everything else is read out. */
function plainOf(value: unknown, { yes, no, choice }: Words): string | number | undefined {
  if (typeof value === 'boolean') return value ? yes : no
  if (Array.isArray(value)) return value.some(isRecord) ? value.length : value.join(', ')
  if (isRecord(value)) return Object.keys(value).length
  if (typeof value === 'string') return choice(value)
  return typeof value === 'number' ? value : undefined
}
