import { Group, Select } from '@mantine/core'
import { useBrand } from '../../../ask/brand-context.ts'
import { formatZone } from '../../../parts/format.ts'
import { useTexts } from '../../../texts/texts.ts'
import type { WantedMail } from './mail-answer.ts'
import { hourWords } from './mail-sentence.ts'

interface FieldProps {
  readonly mail: WantedMail
  readonly change: (next: Partial<WantedMail>) => void
}

const rhythms = ['day', 'week', 'month'] as const
const monthDays = [...Array.from({ length: 28 }, (_, index) => index + 1), -1]

/** How often, on which day, at which hour. */
export function TimeFields({ mail, change }: FieldProps) {
  const { reportMails: texts } = useTexts()
  const { timeZone } = useBrand()
  return (
    <Group align="flex-start" grow>
      <Select
        label={texts.when}
        allowDeselect={false}
        data={rhythms.map((value) => ({ value, label: texts.every[value] }))}
        value={mail.every}
        onChange={(next) => {
          const every = rhythms.find((one) => one === next) ?? 'week'
          change({ every, weekDay: mail.weekDay ?? 1, monthDay: mail.monthDay ?? 1 })
        }}
      />
      {mail.every === 'week' && (
        <Select
          label={texts.weekDay}
          allowDeselect={false}
          data={texts.weekDays.map((label, index) => ({ value: String(index + 1), label }))}
          value={String(mail.weekDay ?? 1)}
          onChange={(next) => change({ weekDay: Number(next) })}
        />
      )}
      {mail.every === 'month' && (
        <Select
          label={texts.monthDay}
          allowDeselect={false}
          data={monthDays.map((day) => ({ value: String(day), label: day === -1 ? texts.lastDay : String(day) }))}
          value={String(mail.monthDay ?? 1)}
          onChange={(next) => change({ monthDay: Number(next) })}
        />
      )}
      <Select
        label={texts.hour}
        description={texts.zone(formatZone(timeZone))}
        inputWrapperOrder={['label', 'input', 'description']}
        allowDeselect={false}
        data={Array.from({ length: 24 }, (_, hour) => ({ value: String(hour), label: hourWords(hour) }))}
        value={String(mail.hour)}
        onChange={(next) => change({ hour: Number(next) })}
      />
    </Group>
  )
}

const periods = ['yesterday', 'lastWeek', 'lastMonth', 'monthToDate'] as const
/** Two that end on the same day are the same to a report of a day. */
const dayPeriods = ['yesterday', 'lastWeek', 'lastMonth'] as const

export function PeriodField({ mail, change, over }: FieldProps & { readonly over: 'period' | 'day' | 'now' }) {
  const { reportMails: texts } = useTexts()
  const offered = over === 'day' ? dayPeriods : periods
  const names = over === 'day' ? texts.days : texts.periods
  return (
    <Select
      label={texts.period}
      allowDeselect={false}
      data={offered.map((value) => ({ value, label: names[value] }))}
      value={mail.period ?? 'lastWeek'}
      onChange={(next) => change({ period: periods.find((one) => one === next) ?? 'lastWeek' })}
    />
  )
}
