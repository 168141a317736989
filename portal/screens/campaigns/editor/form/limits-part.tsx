import { ActionIcon, Button, Group, Stack, Text } from '@mantine/core'
import { IconPlus, IconTrash } from '@tabler/icons-react'
import { formWordsIn } from '../../../../../server/domain/sentence/words.ts'
import { useSpoken, useTexts } from '../../../../texts/texts.ts'
import { asText, useAt, useEditing } from '../editing.ts'
import { ChoiceField } from '../fields/choice-field.tsx'
import { NumberField } from '../fields/number-field.tsx'
import { isEntry, type Path } from '../model/plain.ts'

const optionsOf = (words: Readonly<Record<string, string>>) =>
  Object.entries(words).map(([value, label]) => ({ value, label }))

/** How often a rule may fire. The file has one limit or a list of them. */
export function LimitRows({ path }: { readonly path: Path }) {
  const { editor } = useTexts()
  const { isReadOnly } = useEditing()
  const { value, set, fault } = useAt(path)
  const isList = Array.isArray(value)
  const limits: readonly unknown[] = isList ? value : value === undefined || value === null ? [] : [value]
  const change = (next: readonly unknown[]) => {
    if (next.length === 0) set(undefined)
    else set(next.length === 1 && !isList ? next[0] : next.length === 1 ? next[0] : next)
  }
  return (
    <Stack gap={8}>
      {limits.map((limit, index) => (
        <LimitRow
          // biome-ignore lint/suspicious/noArrayIndexKey: a limit has nothing but its place that stays while it is edited.
          key={index}
          path={isList ? [...path, index] : path}
          limit={limit}
          onRemove={() => change(limits.filter((_, at) => at !== index))}
        />
      ))}
      {fault !== undefined && (
        <Text size="xs" c="var(--mantine-color-error)">
          {fault}
        </Text>
      )}
      {!isReadOnly && (
        <Button
          variant="light"
          size="compact-sm"
          radius="xl"
          w="fit-content"
          leftSection={<IconPlus size={14} />}
          onClick={() => change([...limits, { times: 1, per: 'card', every: 'day' }])}
        >
          {editor.addLimit}
        </Button>
      )}
    </Stack>
  )
}

interface LimitRowProps {
  readonly path: Path
  readonly limit: unknown
  readonly onRemove: () => void
}

function LimitRow({ path, limit, onRemove }: LimitRowProps) {
  const { editor } = useTexts()
  const { language } = useSpoken()
  const { isReadOnly } = useEditing()
  const { limitKeys, choices } = formWordsIn(language)
  const entry = isEntry(limit) ? limit : {}
  const times = useAt([...path, 'times'])
  const per = useAt([...path, 'per'])
  return (
    <Group gap="xs" align="flex-end">
      <NumberField
        label={limitKeys.times}
        value={entry.times}
        onChange={times.set}
        error={times.fault}
        min={1}
        isWhole
        width={90}
      />
      <ChoiceField
        label={limitKeys.per}
        value={asText(entry.per ?? 'card')}
        choices={optionsOf(choices.per)}
        onChange={per.set}
        error={per.fault}
        width={220}
      />
      <EveryField path={[...path, 'every']} label={limitKeys.every} />
      {!isReadOnly && (
        <ActionIcon variant="subtle" color="gray" size="lg" aria-label={editor.removeLimit} onClick={onRemove}>
          <IconTrash size={16} />
        </ActionIcon>
      )}
    </Group>
  )
}

/** How often a limit or a budget begins anew. */
export function EveryField({ path, label }: { readonly path: Path; readonly label: string }) {
  const { editor } = useTexts()
  const { language } = useSpoken()
  const { choices } = formWordsIn(language)
  const { value, set, fault } = useAt(path)
  const isDays = isEntry(value)
  return (
    <>
      <ChoiceField
        label={label}
        value={isDays ? 'days' : asText(value ?? 'ever')}
        choices={[...optionsOf(choices.every), { value: 'days', label: editor.everyDays }]}
        onChange={(next) => set(next === 'days' ? { days: 30 } : next)}
        error={fault}
        width={150}
      />
      {isDays && (
        <NumberField
          label={editor.days}
          value={value.days}
          onChange={(days) => set({ days })}
          min={1}
          isWhole
          width={90}
        />
      )}
    </>
  )
}
