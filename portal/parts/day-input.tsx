import { TextInput } from '@mantine/core'
import { useState } from 'react'
import { afterDay, type Fineness, finenesses, finenessOf, fromEdited, lastDay, toEdited } from './days.ts'

interface DayInputProps {
  readonly label: string
  /** A time as the file has it, `2026-12-24 00:00:00`. */
  readonly value: unknown
  readonly onChange: (value: string | undefined) => void
  /** The file has the first instant that no longer counts; this is what its last day is called. */
  readonly lastDayLabel?: string
  readonly error?: string | undefined
  readonly readOnly?: boolean
}

/**
 * A time of the file. One at midnight is shown as the day that it is, others with their time: then also while somebody
 * chooses midnight.
 */
export function DayInput({ label, value, onChange, lastDayLabel, error, readOnly = false }: DayInputProps) {
  const text = typeof value === 'string' ? value : ''
  const day = text.slice(0, 10)
  const isLastDay = lastDayLabel !== undefined
  const fineness = useFinest(finenessOf(text))
  if (fineness === 'day')
    return (
      <TextInput
        type="date"
        label={lastDayLabel ?? label}
        value={isLastDay && day !== '' ? lastDay(day) : day}
        onChange={({ currentTarget: { value: next } }) =>
          onChange(next === '' ? undefined : `${isLastDay ? afterDay(next) : next} 00:00:00`)
        }
        error={error}
        readOnly={readOnly}
        w={180}
      />
    )
  return (
    <TextInput
      type="datetime-local"
      label={label}
      step={fineness === 'second' ? 1 : 60}
      value={toEdited(text, fineness)}
      onChange={({ currentTarget: { value: next } }) => onChange(next === '' ? undefined : fromEdited(next))}
      error={error}
      readOnly={readOnly}
      w={230}
    />
  )
}

/** The finest that was shown here: no field changes under the hands of whoever types into it. */
function useFinest(fineness: Fineness): Fineness {
  const [finest, setFinest] = useState(fineness)
  const isFiner = finenesses.indexOf(fineness) > finenesses.indexOf(finest)
  if (isFiner) setFinest(fineness)
  return isFiner ? fineness : finest
}
