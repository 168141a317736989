import { Group, Select, Switch, TextInput } from '@mantine/core'
import { rowsOf } from '../../../server/domain/report-words/shown-table.ts'
import type { Texts } from '../../texts/shape.ts'
import { useTexts } from '../../texts/texts.ts'
import type { AskedReport } from './asked.ts'
import { isPeriodName, periodNames } from './periods.ts'
import { type DescribedReport, type ReportAnswer, valueChoices } from './report-answer.ts'
import type { ReportSearch } from './report-search.ts'

interface ControlProps {
  readonly report: DescribedReport
  readonly search: ReportSearch
  readonly asked: AskedReport
  readonly today: string
  readonly answer: ReportAnswer | undefined
  readonly change: (next: Partial<ReportSearch>) => void
}

/** For which time, divided by what, and of which value: all of it is in the address. */
export function ReportControls(props: ControlProps) {
  const { report, search, change } = props
  const { reports: texts } = useTexts()
  return (
    <Group align="flex-end" gap="md">
      {report.over !== 'now' && <PeriodChoice {...props} />}
      {report.by.length > 0 && (
        <Select
          label={texts.by}
          w={190}
          allowDeselect={false}
          data={[
            ...(report.usualBy === undefined ? [{ value: '', label: texts.undivided }] : []),
            ...report.by.map((one) => ({ value: one, label: wayWords(one, texts) })),
          ]}
          value={search.by !== undefined && report.by.includes(search.by) ? search.by : (report.usualBy ?? '')}
          onChange={(by) => change({ by: by || undefined } as never)}
        />
      )}
      {report.usualDays !== undefined && (
        <Select
          label={texts.untouchedFor}
          w={190}
          allowDeselect={false}
          data={silences.map((days) => ({ value: String(days), label: texts.daysLong(days) }))}
          value={String(search.days ?? report.usualDays)}
          onChange={(days) => change({ days: Number(days) } as never)}
        />
      )}
      <ValueSelect {...props} />
      {report.hasDays && (
        <Switch
          label={texts.perDay}
          mb={8}
          checked={search.per === 'day'}
          onChange={(event) => change({ per: event.currentTarget.checked ? 'day' : undefined } as never)}
        />
      )}
    </Group>
  )
}

/** For how many days nothing was done. */
const silences = [90, 180, 365, 730, 1095, 1825]

const wayWords = (way: string, { words }: Texts['reports']) =>
  Object.hasOwn(words, way) ? words[way as keyof typeof words] : way

function PeriodChoice({ report, search, asked, today, change }: ControlProps) {
  const { reports: texts } = useTexts()
  const isOwn = search.period === 'own'
  const names = report.over === 'day' ? texts.days : texts.periods
  const usual = search.from === undefined && search.to === undefined ? 'thisMonth' : 'own'
  const chosen = isOwn || (search.period !== undefined && isPeriodName(search.period)) ? search.period : usual
  const choose = (period: string | null) =>
    change(
      (period === 'own'
        ? { period, from: asked.from, to: asked.to }
        : { period, from: undefined, to: undefined }) as never,
    )
  const offered = report.over === 'day' ? (['thisMonth', 'lastMonth', 'lastQuarter', 'lastYear'] as const) : periodNames
  return (
    <>
      <Select
        label={report.over === 'day' ? texts.atEndOf : texts.period}
        w={190}
        allowDeselect={false}
        data={[
          ...offered.map((name) => ({ value: name, label: names[name] })),
          { value: 'own', label: report.over === 'day' ? texts.ownDay : texts.ownDays },
        ]}
        value={chosen ?? null}
        onChange={choose}
      />
      {report.over === 'period' && (
        <DayInput
          label={texts.from}
          day={asked.from}
          max={asked.to ?? today}
          change={(from) => change({ period: 'own', from, to: asked.to } as never)}
        />
      )}
      <DayInput
        label={report.over === 'day' ? texts.day : texts.to}
        day={asked.to}
        max={today}
        change={(to) => change({ period: 'own', from: asked.from, to } as never)}
      />
    </>
  )
}

interface DayInputProps {
  readonly label: string
  readonly day: string | undefined
  readonly max: string
  readonly change: (day: string) => void
}

/** Shows which day it is, also for a period by its name; changing it makes the period one's own. */
function DayInput({ label, day = '', max, change }: DayInputProps) {
  return (
    <TextInput
      type="date"
      label={label}
      value={day}
      max={max}
      onChange={(event) => event.currentTarget.value !== '' && change(event.currentTarget.value)}
    />
  )
}

function ValueSelect({ answer, search, change }: ControlProps) {
  const { reports: texts } = useTexts()
  const choices = answer ? valueChoices(rowsOf(answer)) : []
  if (choices.length < 2) return null
  return (
    <Select
      label={texts.value}
      w={190}
      allowDeselect={false}
      data={[{ value: '', label: texts.allValues }, ...choices.map(({ id, name }) => ({ value: id, label: name }))]}
      value={choices.some(({ id }) => id === search.value) ? (search.value ?? '') : ''}
      onChange={(value) => change({ value: value || undefined } as never)}
    />
  )
}
