import { Button, Fieldset, Group, Text } from '@mantine/core'
import { IconPlus, IconX } from '@tabler/icons-react'
import { useTexts } from '../../texts/texts.ts'
import { type Definitions, type Field, fieldOf, type Schema } from './field.ts'
import { useFrame } from './field-frame.ts'
import { type FieldProps, useFormSetting } from './form-context.ts'
import { Keys } from './keys.tsx'

type Props = FieldProps & { readonly field: Field; readonly schema: Schema }

/** A value of several keys. One that may be absent is added and taken away as a whole. */
export function GroupField({ field, schema, ...props }: Props) {
  const { label, description, error, readOnly: disabled } = useFrame(props, field)
  const { settings } = useTexts()
  const { isReadOnly, definitions } = useFormSetting()
  const isThere = props.value !== undefined && props.value !== null
  if (!isThere && !props.isRequired && !isOneSwitch(field, definitions))
    return <AbsentGroup {...{ label, description, disabled }} onAdd={() => props.onChange({})} />
  return (
    <Fieldset legend={label} {...(error !== undefined && { 'aria-invalid': true })}>
      <Group justify="space-between" align="flex-start" wrap="nowrap" mb="xs">
        <Text size="xs" c="dimmed">
          {description}
        </Text>
        {isThere && !props.isRequired && !isReadOnly && (
          <Button
            size="compact-xs"
            variant="subtle"
            color="gray"
            leftSection={<IconX size={14} />}
            flex="none"
            onClick={() => props.onChange(undefined)}
          >
            {settings.removePart}
          </Button>
        )}
      </Group>
      {error !== undefined && (
        <Text size="sm" c="var(--mantine-color-error)" mb="xs">
          {error}
        </Text>
      )}
      <Keys
        schema={schema}
        value={props.value}
        onChange={props.onChange}
        paths={props.paths}
        keyPath={props.keyPath}
        depth={props.depth}
      />
    </Fieldset>
  )
}

/**
 * A group of a single switch need not be added first, whatever parts of it may be absent besides: not being there means what
 * the switch begins with.
 */
function isOneSwitch(field: Field, definitions: Definitions): boolean {
  if (field.kind !== 'group') return false
  const kinds = Object.entries(field.properties).map(([key, schema]) =>
    field.required.includes(key) ? 'needed' : fieldOf(schema, definitions).kind,
  )
  return (
    kinds.filter((kind) => kind === 'flag').length === 1 && kinds.every((kind) => kind === 'flag' || kind === 'group')
  )
}

interface AbsentGroupProps {
  readonly label: string
  readonly description: string | undefined
  readonly disabled: boolean
  readonly onAdd: () => void
}

function AbsentGroup({ label, description, disabled, onAdd }: AbsentGroupProps) {
  const { settings } = useTexts()
  return (
    <div>
      <Text size="sm" fw={600}>
        {label}
      </Text>
      {description !== undefined && (
        <Text size="xs" c="dimmed">
          {description}
        </Text>
      )}
      <Button
        mt={4}
        size="compact-sm"
        variant="default"
        // A long name wraps: on a phone it would leave the page.
        h="auto"
        mih={26}
        styles={{ label: { whiteSpace: 'normal', textAlign: 'start' } }}
        leftSection={<IconPlus size={14} />}
        disabled={disabled}
        onClick={onAdd}
      >
        {settings.addPart(label)}
      </Button>
    </div>
  )
}
