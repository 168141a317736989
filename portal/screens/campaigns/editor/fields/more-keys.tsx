import { ActionIcon, Box, Button, Group, Menu, Stack } from '@mantine/core'
import { IconPlus, IconX } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useTexts } from '../../../../texts/texts.ts'
import { useAt, useEditing } from '../editing.ts'
import { isEntry, type Path } from '../model/plain.ts'

export interface OptionalKey {
  readonly key: string
  readonly label: string
  /** What the key begins as. */
  readonly begin: unknown
  readonly show: (path: Path) => ReactNode
  /** Other keys that the field shows as well: it is there if any of them is. */
  readonly also?: readonly string[]
  /** It takes the whole line. */
  readonly isWide?: boolean
  /** Many need it: it is offered by a button of its own. */
  readonly isUsual?: boolean
}

interface MoreKeysProps {
  readonly path: Path
  readonly fields: readonly OptionalKey[]
  /** What the others are called together. */
  readonly label?: string
}

/** Keys that most people do not need: those that are there are shown, the others are offered. */
export function MoreKeys({ path, fields, label }: MoreKeysProps) {
  const { editor } = useTexts()
  const { isReadOnly } = useEditing()
  const { value, set } = useAt(path)
  const entry = isEntry(value) ? value : {}
  const isThere = ({ key, also = [] }: OptionalKey) =>
    [key, ...also].some((one) => entry[one] !== undefined && entry[one] !== null)
  const shown = fields.filter(isThere)
  const offered = fields.filter((field) => !isThere(field))
  const add = ({ key, begin }: OptionalKey) => set({ ...entry, [key]: begin })
  const remove = ({ key, also = [] }: OptionalKey) => {
    const taken = new Set([key, ...also])
    set(Object.fromEntries(Object.entries(entry).filter(([one]) => !taken.has(one))))
  }
  return (
    <Stack gap={8}>
      {shown.map((field) => (
        <Group key={field.key} gap={4} align={field.isWide ? 'flex-start' : 'flex-end'} wrap="nowrap">
          <Box flex={field.isWide ? 1 : undefined}>{field.show([...path, field.key])}</Box>
          {!isReadOnly && (
            <ActionIcon
              variant="subtle"
              color="gray"
              size="lg"
              aria-label={editor.removeKey(field.label)}
              onClick={() => remove(field)}
            >
              <IconX size={16} />
            </ActionIcon>
          )}
        </Group>
      ))}
      {!isReadOnly && <Offered label={label ?? editor.moreOptions} fields={offered} onAdd={add} />}
    </Stack>
  )
}

interface OfferedProps {
  readonly label: string
  readonly fields: readonly OptionalKey[]
  readonly onAdd: (field: OptionalKey) => void
}

function Offered({ label, fields, onAdd }: OfferedProps) {
  const usual = fields.filter(({ isUsual }) => isUsual)
  const others = fields.filter(({ isUsual }) => !isUsual)
  const looks = {
    variant: 'subtle',
    size: 'compact-sm',
    leftSection: <IconPlus size={14} />,
    w: 'fit-content',
  } as const
  if (fields.length === 0) return null
  return (
    <Group gap="xs">
      {usual.map((field) => (
        <Button key={field.key} {...looks} onClick={() => onAdd(field)}>
          {field.label}
        </Button>
      ))}
      {others.length > 0 && (
        <Menu position="bottom-start" withinPortal={false}>
          <Menu.Target>
            <Button {...looks}>{label}</Button>
          </Menu.Target>
          <Menu.Dropdown>
            {others.map((field) => (
              <Menu.Item key={field.key} onClick={() => onAdd(field)}>
                {field.label}
              </Menu.Item>
            ))}
          </Menu.Dropdown>
        </Menu>
      )}
    </Group>
  )
}
