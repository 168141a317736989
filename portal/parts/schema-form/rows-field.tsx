import { Accordion, ActionIcon, Box, Button, Group, Text } from '@mantine/core'
import { IconAlertTriangle, IconPlus, IconTrash } from '@tabler/icons-react'
import { useState } from 'react'
import { useTexts } from '../../texts/texts.ts'
import { hasFaultIn, rowPaths } from './faults.ts'
import { type Field, isRecord, type Schema } from './field.ts'
import { useFrame } from './field-frame.ts'
import { type FieldProps, useFormSetting } from './form-context.ts'
import { Keys } from './keys.tsx'

type Props = FieldProps & { readonly field: Field; readonly item: Schema }

/** Several of the same kind, as rows that open. */
export function RowsField({ field, item, ...props }: Props) {
  const { label, description, error, readOnly: disabled } = useFrame(props, field)
  const { settings } = useTexts()
  const [open, setOpen] = useState<string | null>(null)
  const rows: readonly unknown[] = Array.isArray(props.value) ? props.value : []
  const change = (next: readonly unknown[]) => props.onChange(next.length > 0 || props.isRequired ? next : undefined)
  const add = () => {
    change([...rows, {}])
    setOpen(String(rows.length))
  }
  return (
    <Box component="section" aria-label={label}>
      <Text size="sm" fw={600}>
        {label}
      </Text>
      {description !== undefined && (
        <Text size="xs" c="dimmed">
          {description}
        </Text>
      )}
      {rows.length > 0 && (
        <Accordion variant="contained" chevronPosition="left" value={open} onChange={setOpen} mt={4}>
          {rows.map((row, index) => (
            <Row
              // biome-ignore lint/suspicious/noArrayIndexKey: what a row is called may be what is being typed.
              key={index}
              {...{ row, index, item }}
              isDisabled={disabled}
              isOpen={open === String(index)}
              props={props}
              onChange={(next) => change(rows.with(index, next))}
              onRemove={() => change(rows.filter((_, at) => at !== index))}
            />
          ))}
        </Accordion>
      )}
      {error !== undefined && (
        <Text size="xs" c="var(--mantine-color-error)" mt={4}>
          {error}
        </Text>
      )}
      {!disabled && (
        <Button mt={6} size="compact-sm" variant="default" leftSection={<IconPlus size={14} />} onClick={add}>
          {settings.addRow(label)}
        </Button>
      )}
    </Box>
  )
}

interface RowProps {
  readonly row: unknown
  readonly index: number
  readonly item: Schema
  readonly isDisabled: boolean
  readonly isOpen: boolean
  readonly props: FieldProps
  readonly onChange: (row: unknown) => void
  readonly onRemove: () => void
}

function Row({ row, index, item, isDisabled, isOpen, props, onChange, onRemove }: RowProps) {
  const { faults } = useFormSetting()
  const { settings } = useTexts()
  const paths = rowPaths(props.paths, row, index)
  const name = rowName(row) ?? settings.newRow
  return (
    <Accordion.Item value={String(index)}>
      <Group wrap="nowrap" gap={4} pr="xs">
        <Accordion.Control>
          <Group gap="xs" wrap="nowrap">
            {hasFaultIn(faults, paths) && (
              <IconAlertTriangle size={16} color="var(--mantine-color-error)" aria-label={settings.hasFault} />
            )}
            <Text size="sm" truncate>
              {name}
            </Text>
          </Group>
        </Accordion.Control>
        {!isDisabled && (
          <ActionIcon variant="subtle" color="gray" aria-label={settings.removeRow(name)} onClick={onRemove}>
            <IconTrash size={16} />
          </ActionIcon>
        )}
      </Group>
      <Accordion.Panel>
        {isOpen && (
          <Keys
            schema={item}
            value={row}
            onChange={onChange}
            paths={paths}
            keyPath={props.keyPath}
            depth={props.depth + 1}
          />
        )}
      </Accordion.Panel>
    </Accordion.Item>
  )
}

/** What people call a row: its name first, then whatever tells it from the others. */
function rowName(row: unknown): string | undefined {
  if (!isRecord(row)) return undefined
  const { name, display, id, code, cardNumber, balanceType, balanceCode } = row
  const type = [balanceType, balanceCode].filter((one) => typeof one === 'string').join(' ')
  // One text, or what one and what several are called.
  const shown = isRecord(display) ? display.other : display
  return [name, shown, id, code, cardNumber, type].find((one): one is string => typeof one === 'string' && one !== '')
}
