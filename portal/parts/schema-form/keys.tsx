import { Stack } from '@mantine/core'
import { keyPaths } from './faults.ts'
import { fieldOf, isRecord, type Schema, withKey } from './field.ts'
import { useFormSetting } from './form-context.ts'
import { useWords } from './words.ts'

interface KeysProps {
  readonly schema: Schema
  readonly value: unknown
  readonly onChange: (value: Readonly<Record<string, unknown>>) => void
  readonly keys?: readonly string[] | undefined
  readonly fixed?: readonly string[]
  readonly paths: readonly string[]
  readonly keyPath: string
  readonly depth: number
}

/** What is kept, and is no business of a form. */
const hidden: ReadonlySet<string> = new Set(['passwordHash', 'passwordSet'])

/** The keys of an object, one below the other. */
export function Keys({ schema, value, onChange, keys, fixed = [], paths, keyPath, depth }: KeysProps) {
  const { definitions, section, SchemaField } = useFormSetting()
  const { label } = useWords(section)
  const group = fieldOf(schema, definitions, depth)
  if (group.kind !== 'group') return null
  const names = Object.keys(group.properties).filter((key) => !hidden.has(key) && (keys?.includes(key) ?? true))
  const record = isRecord(value) ? value : {}
  return (
    <Stack gap="md">
      {names.map((key) => (
        <SchemaField
          key={key}
          schema={group.properties[key] ?? {}}
          label={label(key)}
          value={record[key]}
          onChange={(next) => onChange(changed(record, key, next))}
          paths={keyPaths(paths, key)}
          keyPath={keyPath === '' ? key : `${keyPath}.${key}`}
          isRequired={group.required.includes(key)}
          isDisabled={fixed.includes(key)}
          depth={depth + 1}
        />
      ))}
    </Stack>
  )
}

/** A new password takes the place of the one that is there. */
function changed(record: Readonly<Record<string, unknown>>, key: string, next: unknown) {
  const after = withKey(record, key, next)
  return key === 'password' && next !== undefined ? withKey(after, 'passwordSet', undefined) : after
}
