import { Group } from '@mantine/core'
import { useAt, useEditing } from '../editing.ts'
import { isEntry, type Path } from '../model/plain.ts'
import { ChoiceField } from './choice-field.tsx'

interface ValueTypeFieldProps {
  /** The object that has balanceType, balanceCode and subtrack. */
  readonly path: Path
  readonly label: string
  readonly hasSubtrack?: boolean
  readonly subtrackLabel: string
}

/** What is given or asked for: points, money, punches. People choose one thing; the file has up to three keys for it. */
export function ValueTypeField({ path, label, hasSubtrack = true, subtrackLabel }: ValueTypeFieldProps) {
  const { names } = useEditing()
  const { value, set, fault } = useAt(path)
  const type = useAt([...path, 'balanceType'])
  const code = useAt([...path, 'balanceCode'])
  const subtrack = useAt([...path, 'subtrack'])
  const entry = isEntry(value) ? value : {}
  const { balanceType, balanceCode } = entry
  const id = [balanceType, balanceCode].filter((one) => typeof one === 'string').join(' ')
  const subtracks = names.listOf('subtrack').map((one) => ({ value: one.id, label: one.name }))
  const choose = (next: string) => {
    const [kind, own] = next.split(' ', 2)
    const { balanceType: _, balanceCode: _code, subtrack: _subtrack, ...others } = entry
    set({ balanceType: kind, ...(own !== undefined && { balanceCode: own }), ...others })
  }
  return (
    <Group gap="xs" align="flex-end">
      <ChoiceField
        label={label}
        value={id === '' ? undefined : id}
        choices={names.listOf('valueType').map((one) => ({ value: one.id, label: one.name }))}
        onChange={choose}
        error={type.fault ?? code.fault ?? fault}
        width={170}
      />
      {hasSubtrack && balanceType === 'Punches' && (
        <ChoiceField
          label={subtrackLabel}
          value={typeof subtrack.value === 'string' ? subtrack.value : undefined}
          choices={subtracks}
          onChange={subtrack.set}
          error={subtrack.fault}
          width={160}
        />
      )}
    </Group>
  )
}
