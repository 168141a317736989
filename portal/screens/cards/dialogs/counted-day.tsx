import { Text, TextInput } from '@mantine/core'
import { useState } from 'react'
import { useBrand } from '../../../ask/brand-context.ts'
import { formatDay, readMoment } from '../../../parts/format.ts'
import { useSpoken, useTexts } from '../../../texts/texts.ts'
import type { TillDialog } from '../till-dialog.ts'

interface CountedDayInput extends Pick<TillDialog, 'setup'> {
  readonly isCorrection: boolean
}

/** The day that a correction counts for: today, or an earlier one where the brand dates calls. */
export function useCountedDay({ isCorrection, setup }: CountedDayInput) {
  const { timeZone, interfaceTimeZone } = useBrand()
  const [today] = useState(() => dayIn(timeZone, Date.now()))
  const [day, setDay] = useState(today)
  const isEarlier = isCorrection && setup.datesCalls && day !== '' && day < today
  const at = isEarlier ? readMoment(`${day} 12:00:00`, timeZone) : undefined
  return {
    request: at === undefined ? {} : { customRequestDate: timeIn(interfaceTimeZone, at) },
    fields: { isCorrection, datesCalls: setup.datesCalls, today, day, setDay, isEarlier },
  }
}

const dayIn = (timeZone: string, at: number) => new Intl.DateTimeFormat('en-CA', { timeZone }).format(at)
const timeIn = (timeZone: string, at: number) =>
  new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'medium' }).format(at)

export function CountedDay(props: ReturnType<typeof useCountedDay>['fields']) {
  const { till: texts } = useTexts()
  const { language } = useSpoken()
  const { isCorrection, datesCalls, today, day, setDay, isEarlier } = props
  if (!isCorrection) return null
  if (!datesCalls) return <Text size="sm">{texts.countsToday(formatDay(today, { language }))}</Text>
  return (
    <TextInput
      type="date"
      label={texts.countsFor}
      description={isEarlier ? texts.countsEarlier : undefined}
      max={today}
      value={day}
      onChange={({ currentTarget }) => setDay(currentTarget.value)}
      error={day > today ? texts.countsLater : undefined}
      w={320}
      maw="100%"
    />
  )
}
