import { Chip, Group, TextInput } from '@mantine/core'
import { weekdays } from '../../../../../server/domain/brand/rules/weekdays.ts'
import { choiceWords } from '../../../../../server/domain/sentence/words.ts'
import { useSpoken, useTexts } from '../../../../texts/texts.ts'
import { asText, useAt } from '../editing.ts'
import { ChoiceField } from '../fields/choice-field.tsx'
import { NumberField } from '../fields/number-field.tsx'
import { isEntry, type Path } from '../model/plain.ts'
import { readSchedule, type Schedule, scheduleDays, writeSchedule } from '../model/schedule.ts'
import classes from './form.module.css'

const begun: Readonly<Record<Schedule['kind'], Schedule>> = {
  daily: { kind: 'daily' },
  weekly: { kind: 'weekly', days: ['MO'] },
  monthly: { kind: 'monthly', day: 1 },
  rule: { kind: 'rule', rule: 'FREQ=YEARLY;BYMONTH=12;BYMONTHDAY=1' },
}

/** On which days something happens for all customers at once. */
export function ScheduleField({ path }: { readonly path: Path }) {
  const { editor } = useTexts()
  const { value, set, fault, isReadOnly } = useAt(path)
  const rule = useAt([...path, 'rule'])
  const hour = useAt([...path, 'hour'])
  const entry = isEntry(value) ? value : {}
  const schedule = readSchedule(asText(entry.rule))
  const isOnce = entry.once !== undefined
  const choose = (kind: string) => {
    const { rule: _, once: _once, ...others } = entry
    if (kind === 'once') set({ once: '', ...others })
    else set({ rule: writeSchedule(begun[kind as Schedule['kind']]), ...others })
  }
  const change = (next: Schedule) => rule.set(writeSchedule(next))
  return (
    <Group gap="xs" align="flex-end">
      <ChoiceField
        label={editor.howOften}
        value={isOnce ? 'once' : schedule.kind}
        choices={(['daily', 'weekly', 'monthly', 'once', 'rule'] as const).map((kind) => ({
          value: kind,
          label: editor.schedules[kind],
        }))}
        onChange={choose}
        error={fault}
        width={180}
      />
      {!isOnce && schedule.kind === 'weekly' && <Weekly {...{ schedule, change, isReadOnly }} />}
      {!isOnce && schedule.kind === 'monthly' && (
        <NumberField
          label={editor.dayOfMonth}
          value={schedule.day}
          onChange={(day = 1) => change({ kind: 'monthly', day })}
          error={rule.fault}
          min={1}
          isWhole
          width={140}
        />
      )}
      {!isOnce && schedule.kind === 'rule' && <RecurrenceField path={[...path, 'rule']} />}
      {isOnce && <OnceField path={[...path, 'once']} />}
      <NumberField
        label={editor.atHour}
        value={hour.value ?? 9}
        onChange={hour.set}
        error={hour.fault}
        min={0}
        isWhole
        width={110}
      />
    </Group>
  )
}

function OnceField({ path }: { readonly path: Path }) {
  const { editor } = useTexts()
  const { value, set, fault, isReadOnly } = useAt(path)
  return (
    <TextInput
      type="date"
      label={editor.schedules.once}
      value={asText(value).slice(0, 10)}
      onChange={({ currentTarget }) => set(currentTarget.value)}
      error={fault}
      readOnly={isReadOnly}
    />
  )
}

function RecurrenceField({ path }: { readonly path: Path }) {
  const { editor } = useTexts()
  const { value, set, fault, isReadOnly } = useAt(path)
  return (
    <TextInput
      label={editor.recurrence}
      value={asText(value)}
      onChange={({ currentTarget }) => set(currentTarget.value)}
      error={fault}
      readOnly={isReadOnly}
      w={300}
    />
  )
}

interface WeeklyProps {
  readonly schedule: { readonly days: readonly string[] }
  readonly change: (next: Schedule) => void
  readonly isReadOnly: boolean
}

function Weekly({ schedule, change, isReadOnly }: WeeklyProps) {
  const { editor } = useTexts()
  const { language } = useSpoken()
  return (
    <Chip.Group multiple value={[...schedule.days]} onChange={(days) => change({ kind: 'weekly', days })}>
      <fieldset className={classes.days} aria-label={editor.days}>
        {scheduleDays.map((day, index) => (
          <Chip key={day} value={day} size="sm" disabled={isReadOnly}>
            {choiceWords('weekday', weekdays[index] ?? '', language)}
          </Chip>
        ))}
      </fieldset>
    </Chip.Group>
  )
}
