import { Checkbox, Group } from '@mantine/core'
import { type DiscountKind, discountKinds } from '../../../../../server/domain/brand/shapes/discount-kind.ts'
import { useTexts } from '../../../../texts/texts.ts'
import { useAt, useEditing } from '../editing.ts'
import type { OptionalKey } from '../fields/more-keys.tsx'
import type { Path } from '../model/plain.ts'
import { GroupField } from './group-field.tsx'

/** With whom a rule or a campaign competes, and what it stands beside. */
export const rivalryKeys = (words: { readonly group: string; readonly combines: string }): readonly OptionalKey[] => [
  {
    key: 'group',
    label: words.group,
    begin: '',
    isWide: true,
    isUsual: true,
    show: (at) => <GroupField path={at} label={words.group} />,
  },
  { key: 'combines', label: words.combines, begin: 'none', show: (at) => <Beside path={at} label={words.combines} /> },
]

interface FieldProps {
  readonly path: Path
  readonly label: string
}

/** None of them: it stands alone. All of them: it stands beside everything. */
function Beside({ path, label }: FieldProps) {
  const { editor } = useTexts()
  const { isReadOnly } = useEditing()
  const { value, set, fault } = useAt(path)
  const chosen =
    value === 'all' ? discountKinds : discountKinds.filter((kind) => Array.isArray(value) && value.includes(kind))
  const choose = (next: readonly string[]) => {
    const kinds: readonly DiscountKind[] = discountKinds.filter((kind) => next.includes(kind))
    set(kinds.length === 0 ? 'none' : kinds.length === discountKinds.length ? 'all' : kinds)
  }
  return (
    <Checkbox.Group label={label} description={editor.besideWhat} error={fault} value={[...chosen]} onChange={choose}>
      <Group gap="md" mt={6}>
        {discountKinds.map((kind) => (
          <Checkbox key={kind} value={kind} label={editor.besideKinds[kind]} disabled={isReadOnly} />
        ))}
      </Group>
    </Checkbox.Group>
  )
}
