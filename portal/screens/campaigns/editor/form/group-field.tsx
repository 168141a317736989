import { Button, Group, Paper, Stack, Text, TextInput } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useState } from 'react'
import { ErrorPanel } from '../../../../parts/error-panel.tsx'
import { useTexts } from '../../../../texts/texts.ts'
import type { CompetingGroup } from '../draft/use-groups.ts'
import { useAt, useEditing } from '../editing.ts'
import { ChoiceField } from '../fields/choice-field.tsx'
import { NamePicker } from '../fields/name-picker.tsx'
import { NumberField } from '../fields/number-field.tsx'
import type { Path } from '../model/plain.ts'

const bests = ['customer', 'merchant', 'first'] as const
const keepMax = 16

interface GroupFieldProps {
  readonly path: Path
  readonly label: string
}

/** With which promotions one competes, and who wins: a group can be made where it is needed. */
export function GroupField({ path, label }: GroupFieldProps) {
  const { editor } = useTexts()
  const { groups, isReadOnly } = useEditing()
  const { value, set, fault } = useAt(path)
  const [isNew, setNew] = useState(false)
  const id = typeof value === 'string' && value !== '' ? value : undefined
  const chosen = groups.all.find((one) => one.id === id)
  const make = (name: string) => {
    if (!groups.all.some((one) => one.id === name)) groups.put({ id: name, best: 'customer', keep: 1 })
    set(name)
    setNew(false)
  }
  return (
    <Stack gap={8} maw={480}>
      <NamePicker noun="promotionGroup" label={label} value={id} onChange={set} error={fault} />
      {chosen && <Winner group={chosen} />}
      {!isReadOnly && !isNew && (
        <Button
          variant="subtle"
          size="compact-sm"
          leftSection={<IconPlus size={14} />}
          w="fit-content"
          onClick={() => setNew(true)}
        >
          {editor.newGroup}
        </Button>
      )}
      {isNew && <NewGroup onMake={make} />}
      {groups.error && <ErrorPanel error={groups.error} />}
    </Stack>
  )
}

function NewGroup({ onMake }: { readonly onMake: (name: string) => void }) {
  const { editor } = useTexts()
  const [name, setName] = useState('')
  const typed = name.trim()
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        if (typed !== '') onMake(typed)
      }}
    >
      <Group gap="xs" align="flex-end">
        <TextInput
          label={editor.groupName}
          value={name}
          onChange={({ currentTarget }) => setName(currentTarget.value)}
          maxLength={64}
          autoFocus
        />
        <Button type="submit" variant="default" disabled={typed === ''}>
          {editor.makeGroup}
        </Button>
      </Group>
    </form>
  )
}

/** What holds for all promotions of the group. */
function Winner({ group }: { readonly group: CompetingGroup }) {
  const { editor } = useTexts()
  const { groups } = useEditing()
  const { best, keep } = group
  return (
    <Paper withBorder p="xs">
      <Stack gap={6}>
        <Text size="sm">{editor.groupWhat}</Text>
        <Group gap="xs" align="flex-end">
          <ChoiceField
            label={editor.groupBest}
            value={best}
            choices={bests.map((one) => ({ value: one, label: editor.groupBests[one] }))}
            onChange={(next) => groups.put({ ...group, best: next })}
            width={280}
          />
          <NumberField
            label={editor.groupKeep}
            value={keep}
            onChange={(next) => {
              if (typeof next === 'number' && next >= 1 && next <= keepMax) groups.put({ ...group, keep: next })
            }}
            min={1}
            isWhole
            width={130}
          />
        </Group>
        <Text size="xs" c="dimmed">
          {editor.groupDraft}
        </Text>
      </Stack>
    </Paper>
  )
}
