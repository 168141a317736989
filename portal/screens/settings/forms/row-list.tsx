import { Accordion, ActionIcon, Box, Button, Group, Text } from '@mantine/core'
import { IconAlertTriangle, IconPlus, IconTrash } from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import { faultAt, hasFaultIn, rowPaths } from '../../../parts/schema-form/faults.ts'
import { isRecord } from '../../../parts/schema-form/field.ts'
import { type FieldProps, useFormSetting } from '../../../parts/schema-form/form-context.ts'
import { useTexts } from '../../../texts/texts.ts'
import type { Entry } from '../entry/merge.ts'

interface RowListProps {
  readonly field: FieldProps
  /** What a row is called, and what is said of it while it is closed. */
  readonly titleOf: (row: Entry) => string
  readonly aboutOf?: (row: Entry) => string
  readonly add: string
  /** What a new row begins with. */
  readonly begin: () => Entry
  /** `isSaved`: it is one of those that were there before, so that some of it is for good. */
  readonly form: (row: FieldProps, isSaved: boolean) => ReactNode
  /** What tells rows apart for good. */
  readonly keyOf: (row: Entry) => string
}

/** Rows that open one by one, each with a form of its own. */
export function RowList({ field, titleOf, aboutOf, add, begin, form, keyOf }: RowListProps) {
  const { faults, isReadOnly, saved } = useFormSetting()
  const rows: readonly unknown[] = Array.isArray(field.value) ? field.value : []
  const [open, setOpen] = useState<string | null>(rows.length === 1 ? '0' : null)
  const change = (next: readonly unknown[]) => field.onChange(next.length > 0 || field.isRequired ? next : undefined)
  const fault = faultAt(faults, field.paths)
  const before = rowsOf(saved, field.keyPath).map(keyOf)
  /** A second one of the same key is new, however much it looks like the first. */
  const isSaved = (row: unknown, index: number) =>
    isRecord(row) &&
    before.includes(keyOf(row)) &&
    rows.findIndex((one) => isRecord(one) && keyOf(one) === keyOf(row)) === index
  const propsOf = (row: unknown, index: number): FieldProps => ({
    ...field,
    label: isRecord(row) ? titleOf(row) : '',
    value: row,
    onChange: (next) => change(rows.with(index, next)),
    paths: rowPaths(field.paths, row, index),
    depth: field.depth + 1,
  })
  return (
    <Box component="section" aria-label={field.label}>
      {rows.length > 0 && (
        <Accordion variant="contained" chevronPosition="left" value={open} onChange={setOpen}>
          {rows.map((row, index) => (
            <OpenableRow
              // biome-ignore lint/suspicious/noArrayIndexKey: what a row is called may be what is being typed.
              key={index}
              index={index}
              field={propsOf(row, index)}
              about={isRecord(row) ? aboutOf?.(row) : undefined}
              form={open === String(index) ? form(propsOf(row, index), isSaved(row, index)) : undefined}
              onRemove={() => {
                setOpen(null)
                change(rows.filter((_, at) => at !== index))
              }}
            />
          ))}
        </Accordion>
      )}
      {fault !== undefined && (
        <Text size="sm" c="var(--mantine-color-error)" mt={4}>
          {fault}
        </Text>
      )}
      {!isReadOnly && (
        <AddRow
          label={add}
          onAdd={() => {
            change([...rows, begin()])
            setOpen(String(rows.length))
          }}
        />
      )}
    </Box>
  )
}

function AddRow({ label, onAdd }: { readonly label: string; readonly onAdd: () => void }) {
  return (
    <Button mt="xs" size="compact-sm" variant="default" leftSection={<IconPlus size={14} />} onClick={onAdd}>
      {label}
    </Button>
  )
}

interface OpenableRowProps {
  readonly index: number
  readonly field: FieldProps
  readonly about: string | undefined
  readonly form: ReactNode
  readonly onRemove: () => void
}

function OpenableRow({ index, field, about, form, onRemove }: OpenableRowProps) {
  const { faults, isReadOnly } = useFormSetting()
  const { settings } = useTexts()
  const name = field.label || settings.newRow
  const fault = faultAt(faults, field.paths)
  return (
    <Accordion.Item value={String(index)}>
      <Group wrap="nowrap" gap={4} pr="xs">
        <Accordion.Control>
          <Group gap="xs" wrap="nowrap">
            {hasFaultIn(faults, field.paths) && (
              <IconAlertTriangle size={16} color="var(--mantine-color-error)" aria-label={settings.hasFault} />
            )}
            <div>
              <Text size="sm" fw={600}>
                {name}
              </Text>
              {about !== undefined && about !== '' && (
                <Text size="xs" c="dimmed">
                  {about}
                </Text>
              )}
            </div>
          </Group>
        </Accordion.Control>
        {!isReadOnly && (
          <ActionIcon variant="subtle" color="gray" aria-label={settings.removeRow(name)} onClick={onRemove}>
            <IconTrash size={16} />
          </ActionIcon>
        )}
      </Group>
      <Accordion.Panel>
        {form}
        {form !== undefined && fault !== undefined && (
          <Text size="sm" c="var(--mantine-color-error)" mt="xs">
            {fault}
          </Text>
        )}
      </Accordion.Panel>
    </Accordion.Item>
  )
}

/** The rows as they were saved last. */
function rowsOf(saved: unknown, key: string): readonly Entry[] {
  const rows: unknown = isRecord(saved) ? saved[key] : undefined
  return Array.isArray(rows) ? rows.filter(isRecord) : []
}
