import { ActionIcon, Button, Group, Menu, MultiSelect, SegmentedControl, Stack, TagsInput, Text } from '@mantine/core'
import { IconPlus, IconX } from '@tabler/icons-react'
import { useTexts } from '../../../../texts/texts.ts'
import { useAt, useEditing } from '../editing.ts'
import { isEntry, listOf, type Path } from '../model/plain.ts'
import type { Named } from '../names.ts'
import { NumberField } from './number-field.tsx'
import { YamlField } from './yaml-field.tsx'

interface AttributeTestsProps {
  /** The `attributes` of a filter. */
  readonly path: Path
  readonly label: string
}

/** Which values of their attributes products must have: each attribute as its type is filled in. */
export function AttributeTests({ path, label }: AttributeTestsProps) {
  const { editor } = useTexts()
  const { names, isReadOnly } = useEditing()
  const { value, set, fault } = useAt(path)
  const tests = isEntry(value) ? value : {}
  const known = names.listOf('attribute')
  const offered = known.filter(({ id }) => !Object.hasOwn(tests, id))
  const remove = (name: string) => {
    const { [name]: _, ...others } = tests
    set(others)
  }
  return (
    <Stack gap={6}>
      <Text size="sm" fw={600}>
        {label}
      </Text>
      {Object.keys(tests).map((name) => (
        <Group key={name} gap={4} align="flex-end" wrap="nowrap">
          <Test path={[...path, name]} name={name} named={known.find(({ id }) => id === name)} />
          {!isReadOnly && (
            <ActionIcon
              variant="subtle"
              color="gray"
              size="lg"
              aria-label={editor.removeKey(name)}
              onClick={() => remove(name)}
            >
              <IconX size={16} />
            </ActionIcon>
          )}
        </Group>
      ))}
      {fault !== undefined && (
        <Text size="xs" c="var(--mantine-color-error)">
          {fault}
        </Text>
      )}
      {!isReadOnly && offered.length > 0 && (
        <AddAttribute offered={offered} onAdd={(one) => set({ ...tests, [one.id]: begunTest(one) })} />
      )}
    </Stack>
  )
}

const begunTest = ({ type }: Named): unknown => (type === 'flag' ? true : type === 'number' ? { min: 1 } : [])

interface AddAttributeProps {
  readonly offered: readonly Named[]
  readonly onAdd: (one: Named) => void
}

function AddAttribute({ offered, onAdd }: AddAttributeProps) {
  const { editor } = useTexts()
  return (
    <Menu position="bottom-start" withinPortal={false}>
      <Menu.Target>
        <Button variant="subtle" size="compact-sm" leftSection={<IconPlus size={14} />} w="fit-content">
          {editor.addAttribute}
        </Button>
      </Menu.Target>
      <Menu.Dropdown mah={280} style={{ overflowY: 'auto' }}>
        {offered.map((one) => (
          <Menu.Item key={one.id} onClick={() => onAdd(one)}>
            {one.name}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}

interface TestProps {
  readonly path: Path
  readonly name: string
  /** Absent: the brand does not know it. */
  readonly named: Named | undefined
}

function Test({ path, name, named }: TestProps) {
  const { value } = useAt(path)
  if (named?.type === 'flag') return <FlagTest path={path} name={name} />
  if (named?.type === 'number' && isEntry(value)) return <NumberTest path={path} name={name} />
  if (named === undefined || named.type === 'number') return <YamlField path={path} label={name} />
  return <TextTest path={path} name={name} values={named.values} />
}

function FlagTest({ path, name }: Omit<TestProps, 'named'>) {
  const { editor } = useTexts()
  const { value, set, isReadOnly } = useAt(path)
  return (
    <Stack gap={2}>
      <Text size="sm">{name}</Text>
      <SegmentedControl
        aria-label={name}
        readOnly={isReadOnly}
        data={[
          { value: 'yes', label: editor.yes },
          { value: 'no', label: editor.no },
        ]}
        value={value === false ? 'no' : 'yes'}
        onChange={(next) => set(next === 'yes')}
      />
    </Stack>
  )
}

function NumberTest({ path, name }: Omit<TestProps, 'named'>) {
  const { editor } = useTexts()
  const { fault } = useAt(path)
  const min = useAt([...path, 'min'])
  const max = useAt([...path, 'max'])
  return (
    <Group gap="xs" align="flex-end">
      <NumberField label={editor.attributeFrom(name)} value={min.value} onChange={min.set} error={min.fault ?? fault} />
      <NumberField label={editor.attributeTo(name)} value={max.value} onChange={max.set} error={max.fault} />
    </Group>
  )
}

function TextTest({ path, name, values }: Omit<TestProps, 'named'> & { readonly values: Named['values'] }) {
  const { editor } = useTexts()
  const { value, set, fault, isReadOnly } = useAt(path)
  const chosen = (Array.isArray(value) ? listOf(value) : [value]).filter((one) => typeof one === 'string')
  const field = {
    label: name,
    value: chosen,
    onChange: (next: string[]) => set(next),
    error: fault,
    readOnly: isReadOnly,
    miw: 220,
  }
  if (values === undefined)
    return <TagsInput {...field} {...(chosen.length === 0 && { placeholder: editor.typeValue })} />
  return (
    <MultiSelect
      {...field}
      data={[...new Set([...values, ...chosen])]}
      comboboxProps={{ withinPortal: false }}
      {...(chosen.length === 0 && { placeholder: editor.chooseValue })}
    />
  )
}
