import { Alert, Button, Group, SegmentedControl, Stack, Table, Text } from '@mantine/core'
import { IconUsers } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useBrand } from '../../../ask/brand-context.ts'
import { hasReason } from '../../../ask/portal-error.ts'
import { useAsking } from '../../../ask/queries.ts'
import { useWords } from '../../../parts/schema-form/words.ts'
import { useTexts } from '../../../texts/texts.ts'
import type { SettingsSection } from '../sections.ts'
import classes from '../settings.module.css'
import { type Difference, differencesOf, type Entry, type MergeSide, merged } from './merge.ts'
import type { useEntryEdit } from './use-entry-edit.ts'
import { useValueWords } from './value-words.ts'

interface ConflictPanelProps {
  readonly section: SettingsSection
  readonly edit: ReturnType<typeof useEntryEdit>
  readonly isOvertaken: boolean
  readonly keyOf: (entry: Entry) => string | undefined
}

/** Both versions side by side, when somebody else has changed the same entry meanwhile. */
export function ConflictPanel({ section, edit, isOvertaken, keyOf }: ConflictPanelProps) {
  const { settings } = useTexts()
  const key = keyOf(edit.value)
  const request = { section, ...(key !== undefined && { key }) }
  const theirs = useAsking('entry', request, { enabled: isOvertaken })
  const overview = useAsking('configurationOverview', {}, { enabled: isOvertaken })
  const client = useQueryClient()
  const { id: brand } = useBrand()
  useEffect(() => {
    // What is known of the entry is what it was before.
    if (isOvertaken)
      for (const name of ['entry', 'configurationOverview'])
        client.invalidateQueries({ queryKey: [brand, name] }).catch(() => undefined)
  }, [client, brand, isOvertaken])
  if (!isOvertaken) return null
  if (hasReason(theirs.error, 'notFound') && overview.data) {
    const { version } = overview.data
    return (
      <Alert color="yellow" title={settings.conflict.title} icon={<IconUsers size={18} />}>
        <Stack gap="sm" align="flex-start">
          <Text size="sm">{settings.conflict.removed}</Text>
          <Button size="compact-sm" onClick={() => edit.rebase({ version }, edit.value)}>
            {settings.conflict.goOn}
          </Button>
        </Stack>
      </Alert>
    )
  }
  const { data, isPlaceholderData, isFetching } = theirs
  if (!data || isPlaceholderData || isFetching || data.version <= edit.base.version) return null
  const entry = data.entry as Entry
  const differences = differencesOf(edit.base.entry ?? {}, entry, edit.value)
  return (
    <Choices
      section={section}
      differences={differences}
      onMerge={(sides) => edit.rebase({ entry, version: data.version }, merged(entry, differences, sides))}
    />
  )
}

interface ChoicesProps {
  readonly section: SettingsSection
  readonly differences: readonly Difference[]
  readonly onMerge: (sides: Readonly<Record<string, MergeSide>>) => void
}

function Choices({ section, differences, onMerge }: ChoicesProps) {
  const { settings } = useTexts()
  const { conflict } = settings
  const [sides, setSides] = useState<Readonly<Record<string, MergeSide>>>({})
  const all = (side: MergeSide) => setSides(Object.fromEntries(differences.map(({ key }) => [key, side])))
  return (
    <Alert color="yellow" title={conflict.title} icon={<IconUsers size={18} />} role="alert">
      <Stack gap="sm">
        <Text size="sm">{conflict.what}</Text>
        {differences.map((difference) => (
          <OneDifference
            key={difference.key}
            {...{ section, difference }}
            side={sides[difference.key] ?? difference.only ?? 'yours'}
            onChange={(side) => setSides({ ...sides, [difference.key]: side })}
          />
        ))}
        <Group gap="xs">
          <Button size="compact-sm" variant="default" onClick={() => all('theirs')}>
            {conflict.takeTheirs}
          </Button>
          <Button size="compact-sm" variant="default" onClick={() => all('yours')}>
            {conflict.takeYours}
          </Button>
          <Button size="compact-sm" onClick={() => onMerge(sides)}>
            {conflict.merge}
          </Button>
        </Group>
      </Stack>
    </Alert>
  )
}

interface OneDifferenceProps {
  readonly section: SettingsSection
  readonly difference: Difference
  readonly side: MergeSide
  readonly onChange: (side: MergeSide) => void
}

function OneDifference({ section, difference, side, onChange }: OneDifferenceProps) {
  const { conflict } = useTexts().settings
  const { label } = useWords(section)
  const told = useValueWords(section)
  const name = label(difference.key)
  const values = [
    [conflict.before, difference.before],
    [conflict.theirs, difference.theirs],
    [conflict.yours, difference.yours],
  ] as const
  return (
    <div>
      <Group justify="space-between">
        <Text size="sm" fw={600}>
          {name}
        </Text>
        <SegmentedControl
          size="xs"
          aria-label={name}
          data={[
            { value: 'theirs', label: conflict.theirs },
            { value: 'yours', label: conflict.yours },
          ]}
          value={side}
          onChange={(next) => onChange(next === 'theirs' ? 'theirs' : 'yours')}
        />
      </Group>
      <Table aria-label={name} verticalSpacing={4}>
        <Table.Tbody>
          {values.map(([title, value]) => (
            <Table.Tr key={title}>
              <Table.Th scope="row" w={110}>
                {title}
              </Table.Th>
              <Table.Td className={classes.value}>{told(value, difference.key)}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </div>
  )
}
