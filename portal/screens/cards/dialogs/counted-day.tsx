import { Text, TextInput } from '@mantine/core'
import { useState } from 'react'
import { useBrand } from '../../../ask/brand-context.ts'
import { formatDay, readMoment, todayIn, toOperationTime } from '../../../parts/format.ts'
import { useSpoken, useTexts } from '../../../texts/texts.ts'
import type { TillDialog } from '../till-dialog.ts'

interface CountedDayInput extends Pick<TillDialog, 'setup'> {
  readonly isCorrection: boolean
}

/** Whoever means an earlier one has mistyped the year. */
const yearsBack = 10

/** The day that a correction counts for: today, or an earlier one where the brand dates calls. */
export function useCountedDay({ isCorrection, setup: { datesCalls } }: CountedDayInput) {
  const { timeZone, interfaceTimeZone } = useBrand()
  const [today] = useState(() => todayIn(timeZone))
  const [day, setDay] = useState(today)
  const first = `${Number(today.slice(0, 4)) - yearsBack}-01-01`
  const fault = datesCalls ? faultOf(day, { first, today }) : undefined
  const isEarlier = isCorrection && datesCalls && fault === undefined && day < today
  const at = isEarlier ? readMoment(`${day} 12:00:00`, timeZone) : undefined
  return {
    isWrong: isCorrection && fault !== undefined,
    request: at === undefined ? {} : { customRequestDate: toOperationTime(at, interfaceTimeZone) },
    fields: { isCorrection, datesCalls, first, today, day, setDay, isEarlier, fault },
  }
}

type DayFault = 'countsMissing' | 'countsLater' | 'countsTooEarly'

function faultOf(
  day: string,
  { first, today }: { readonly first: string; readonly today: string },
): DayFault | undefined {
  // A field for a date gives nothing for one that is not whole.
  if (day === '') return 'countsMissing'
  if (day > today) return 'countsLater'
  return day < first ? 'countsTooEarly' : undefined
}

export function CountedDay(props: ReturnType<typeof useCountedDay>['fields']) {
  const { till: texts } = useTexts()
  const { language } = useSpoken()
  const { isCorrection, datesCalls, first, today, day, setDay, isEarlier, fault } = props
  if (!isCorrection) return null
  if (!datesCalls) return <Text size="sm">{texts.countsToday(formatDay(today, { language }))}</Text>
  return (
    <TextInput
      type="date"
      label={texts.countsFor}
      description={isEarlier ? texts.countsEarlier : texts.countsWhenDone}
      min={first}
      max={today}
      value={day}
      onChange={({ currentTarget }) => setDay(currentTarget.value)}
      error={fault && texts[fault]}
      w={320}
      maw="100%"
    />
  )
}
