import { ActionIcon, Button, Fieldset, Group, Stack, Text, TextInput } from '@mantine/core'
import { IconPlus, IconTrash } from '@tabler/icons-react'
import { useState } from 'react'
import { useTexts } from '../../texts/texts.ts'
import { keyPaths } from './faults.ts'
import { emptyOf, type Field, fieldOf, isRecord, type Schema, withKey } from './field.ts'
import { useFrame } from './field-frame.ts'
import { type FieldProps, useFormSetting } from './form-context.ts'

type Props = FieldProps & { readonly field: Field; readonly item: Schema }

/** Values under names that people choose: currencies, languages. */
export function MapField({ field, item, ...props }: Props) {
  const { label, description, error, readOnly: disabled } = useFrame(props, field)
  const { settings } = useTexts()
  const { SchemaField } = useFormSetting()
  const record = isRecord(props.value) ? props.value : {}
  const change = (next: Readonly<Record<string, unknown>>) =>
    props.onChange(Object.keys(next).length > 0 || props.isRequired ? next : undefined)
  return (
    <Fieldset legend={label}>
      {description !== undefined && (
        <Text size="xs" c="dimmed" mb="xs">
          {description}
        </Text>
      )}
      <Stack gap="sm">
        {Object.entries(record).map(([name, value]) => (
          <Group key={name} align="flex-end" wrap="nowrap" gap="xs">
            <div style={{ flex: 1 }}>
              <SchemaField
                schema={item}
                label={name}
                value={value}
                onChange={(next) => change({ ...record, [name]: next ?? '' })}
                paths={keyPaths(props.paths, name)}
                keyPath={props.keyPath}
                isRequired
                depth={props.depth + 1}
              />
            </div>
            {!disabled && (
              <ActionIcon
                variant="subtle"
                color="gray"
                size="lg"
                aria-label={settings.removeRow(name)}
                onClick={() => change(withKey(record, name, undefined))}
              >
                <IconTrash size={16} />
              </ActionIcon>
            )}
          </Group>
        ))}
        {!disabled && <NewName taken={record} {...{ item }} depth={props.depth} onAdd={change} />}
      </Stack>
      {error !== undefined && (
        <Text size="xs" c="var(--mantine-color-error)" mt={4}>
          {error}
        </Text>
      )}
    </Fieldset>
  )
}

interface NewNameProps {
  readonly taken: Readonly<Record<string, unknown>>
  readonly item: Schema
  readonly depth: number
  readonly onAdd: (next: Readonly<Record<string, unknown>>) => void
}

function NewName({ taken, item, depth, onAdd }: NewNameProps) {
  const { settings } = useTexts()
  const { definitions } = useFormSetting()
  const [name, setName] = useState('')
  const isNew = name.trim() !== '' && !Object.hasOwn(taken, name.trim())
  const add = () => {
    if (!isNew) return
    onAdd({ ...taken, [name.trim()]: emptyOf(fieldOf(item, definitions, depth + 1)) ?? '' })
    setName('')
  }
  return (
    <Group align="flex-end" gap="xs">
      <TextInput
        size="sm"
        label={settings.newName}
        value={name}
        onChange={(event) => setName(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Enter') return
          event.preventDefault()
          add()
        }}
      />
      <Button variant="default" size="sm" leftSection={<IconPlus size={14} />} disabled={!isNew} onClick={add}>
        {settings.add}
      </Button>
    </Group>
  )
}
