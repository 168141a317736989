import { Select } from '@mantine/core'
import { useEditing } from '../editing.ts'

interface ChoiceFieldProps {
  readonly label: string
  readonly isLabelHidden?: boolean
  readonly value: string | undefined
  readonly choices: readonly { readonly value: string; readonly label: string }[]
  readonly onChange: (next: string) => void
  readonly error?: string | undefined
  readonly width?: number | string
}

/** One of a few. What the file has is shown even if it is none of them. */
export function ChoiceField(props: ChoiceFieldProps) {
  const { label, isLabelHidden = false, value, choices, onChange, error, width } = props
  const { isReadOnly } = useEditing()
  const isKnown = value === undefined || choices.some((one) => one.value === value)
  return (
    <Select
      {...(isLabelHidden ? { 'aria-label': label } : { label })}
      data={isKnown ? [...choices] : [...choices, { value: value ?? '', label: value ?? '' }]}
      value={value ?? null}
      onChange={(next) => {
        if (next !== null) onChange(next)
      }}
      allowDeselect={false}
      searchable={choices.length > 8}
      error={error}
      readOnly={isReadOnly}
      comboboxProps={{ withinPortal: false, width: 'max-content', position: 'bottom-start' }}
      maw="100%"
      {...(width !== undefined && { w: width })}
    />
  )
}
