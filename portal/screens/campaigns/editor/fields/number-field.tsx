import { Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { AmountInput } from '../../../../parts/amount-input.tsx'
import { useEditing } from '../editing.ts'

interface NumberFieldProps {
  readonly label: string
  readonly isLabelHidden?: boolean
  readonly value: unknown
  /** A text is what was typed and is no number: it stays in the rule, where the server refuses it. */
  readonly onChange: (next: number | string | undefined) => void
  readonly error?: string | undefined
  readonly min?: number
  /** How many decimals it can have, where that is known. */
  readonly scale?: number
  readonly isWhole?: boolean
  readonly suffix?: string
  readonly width?: number | string
  readonly description?: ReactNode
}

/** A number, without any of the strictness of the file: what is wrong with it is said below it. */
export function NumberField(props: NumberFieldProps) {
  const { label, isLabelHidden = false, value, onChange, error, min, scale, isWhole, suffix, width = 130 } = props
  const { isReadOnly } = useEditing()
  return (
    <AmountInput
      {...(isLabelHidden ? { 'aria-label': label } : { label })}
      {...(props.description !== undefined && { description: props.description })}
      value={value}
      onChange={onChange}
      isSigned={min === undefined || min < 0}
      scale={isWhole ? 0 : scale}
      {...(suffix !== undefined && {
        rightSection: <Text size="xs">{suffix}</Text>,
        rightSectionWidth: 12 + suffix.length * 7,
        rightSectionPointerEvents: 'none' as const,
      })}
      error={error}
      readOnly={isReadOnly}
      w={width}
    />
  )
}
