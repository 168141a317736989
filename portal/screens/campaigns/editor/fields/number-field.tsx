import { NumberInput } from '@mantine/core'
import type { ReactNode } from 'react'
import { asNumber, useEditing } from '../editing.ts'

interface NumberFieldProps {
  readonly label: string
  readonly isLabelHidden?: boolean
  readonly value: unknown
  readonly onChange: (next: number | undefined) => void
  readonly error?: string | undefined
  readonly min?: number
  readonly max?: number
  readonly isWhole?: boolean
  readonly suffix?: string
  readonly width?: number | string
  readonly description?: ReactNode
}

/** A number, without any of the strictness of the file: what is wrong with it is said below it. */
export function NumberField(props: NumberFieldProps) {
  const { label, isLabelHidden = false, value, onChange, error, min, max, isWhole, suffix, width = 130 } = props
  const { isReadOnly } = useEditing()
  return (
    <NumberInput
      {...(isLabelHidden ? { 'aria-label': label } : { label })}
      {...(props.description !== undefined && { description: props.description })}
      value={asNumber(value)}
      onChange={(next) => onChange(typeof next === 'number' ? next : undefined)}
      {...(min !== undefined && { min })}
      {...(max !== undefined && { max })}
      {...(suffix !== undefined && { suffix: ` ${suffix}` })}
      allowDecimal={isWhole !== true}
      clampBehavior="none"
      error={error}
      readOnly={isReadOnly}
      w={width}
    />
  )
}
