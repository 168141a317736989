import { DayInput } from '../../../../parts/day-input.tsx'
import { useTexts } from '../../../../texts/texts.ts'
import { useAt } from '../editing.ts'
import type { Path } from '../model/plain.ts'

interface DayFieldProps {
  readonly path: Path
  readonly label: string
  /** The file has the first instant that no longer counts; people say the last day that does. */
  readonly isLastDay?: boolean
}

/** A time of the file, `2026-12-24 00:00:00`. */
export function DayField({ path, label, isLastDay = false }: DayFieldProps) {
  const { editor } = useTexts()
  const { value, set, fault, isReadOnly } = useAt(path)
  return (
    <DayInput
      {...{ label, value }}
      onChange={set}
      {...(isLastDay && { lastDayLabel: editor.lastDay })}
      error={fault}
      readOnly={isReadOnly}
    />
  )
}
