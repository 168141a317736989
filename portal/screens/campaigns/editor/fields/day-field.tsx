import { TextInput } from '@mantine/core'
import { useTexts } from '../../../../texts/texts.ts'
import { asText, useAt } from '../editing.ts'
import type { Path } from '../model/plain.ts'
import { afterDay, lastDay } from './days.ts'

interface DayFieldProps {
  readonly path: Path
  readonly label: string
  /** The file has the first instant that no longer counts; people say the last day that does. */
  readonly isLastDay?: boolean
}

/** A time of the file, `2026-12-24 00:00:00`. One at midnight is shown as the day that it is, others with their time. */
export function DayField({ path, label, isLastDay = false }: DayFieldProps) {
  const { editor } = useTexts()
  const { value, set, fault, isReadOnly } = useAt(path)
  const text = asText(value)
  const isDay = text === '' || / 00:00(:00)?$/.test(text) || !text.includes(' ')
  const day = text.slice(0, 10)
  if (isDay)
    return (
      <TextInput
        type="date"
        label={isLastDay ? editor.lastDay : label}
        value={isLastDay && day !== '' ? lastDay(day) : day}
        onChange={({ currentTarget: { value: next } }) =>
          set(next === '' ? undefined : `${isLastDay ? afterDay(next) : next} 00:00:00`)
        }
        error={fault}
        readOnly={isReadOnly}
        w={170}
      />
    )
  return (
    <TextInput
      type="datetime-local"
      label={label}
      value={text.replace(' ', 'T').slice(0, 16)}
      onChange={({ currentTarget: { value: next } }) => set(next === '' ? undefined : `${next.replace('T', ' ')}:00`)}
      error={fault}
      readOnly={isReadOnly}
      w={220}
    />
  )
}
