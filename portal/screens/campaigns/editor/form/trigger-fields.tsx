import { Group, TextInput } from '@mantine/core'
import { useState } from 'react'
import { formWordsIn } from '../../../../../server/domain/sentence/words.ts'
import { useSpoken, useTexts } from '../../../../texts/texts.ts'
import { asText, useAt } from '../editing.ts'
import { ChoiceField } from '../fields/choice-field.tsx'
import { KeyedChoice } from '../fields/keyed-choice.tsx'
import { NamePicker } from '../fields/name-picker.tsx'
import { NumberField } from '../fields/number-field.tsx'
import { isEntry, type Path } from '../model/plain.ts'
import { ScheduleField } from './schedule-field.tsx'

const optionsOf = (words: Readonly<Record<string, string>>) =>
  Object.entries(words).map(([value, label]) => ({ value, label }))

/** What a trigger needs to know besides its name. */
export function TriggerFields({ path }: { readonly path: Path }) {
  const { language } = useSpoken()
  const { choices, ruleKeys } = formWordsIn(language)
  const trigger = useAt([...path, 'trigger']).value
  const segment = useAt([...path, 'segment', 'id'])
  const level = useAt([...path, 'tier', 'level'])
  if (trigger === 'date') return <DateOrSchedule path={path} />
  if (trigger === 'segment')
    return (
      <Group gap="xs" align="flex-end">
        <NamePicker
          noun="segment"
          label={ruleKeys.segment}
          value={typeof segment.value === 'string' ? segment.value : undefined}
          onChange={segment.set}
          error={segment.fault}
        />
        <KeyedChoice
          path={[...path, 'segment', 'on']}
          label={ruleKeys.trigger}
          choices={optionsOf(choices.segmentOn)}
        />
      </Group>
    )
  if (trigger === 'tier')
    return (
      <Group gap="xs" align="flex-end">
        <NamePicker
          noun="tierLevel"
          label={ruleKeys.tier}
          value={typeof level.value === 'string' ? level.value : undefined}
          onChange={level.set}
          error={level.fault}
          isClearable
        />
        <KeyedChoice path={[...path, 'tier', 'on']} label={ruleKeys.trigger} choices={optionsOf(choices.tierOn)} />
      </Group>
    )
  return null
}

function DateOrSchedule({ path }: { readonly path: Path }) {
  const { editor } = useTexts()
  const rule = useAt(path)
  const date = useAt([...path, 'date'])
  const entry = isEntry(rule.value) ? rule.value : {}
  const isSchedule = entry.schedule !== undefined
  const choose = (next: string) => {
    const { date: _, schedule: _schedule, ...others } = entry
    rule.set(
      next === 'schedule'
        ? { ...others, schedule: { rule: 'FREQ=MONTHLY;BYMONTHDAY=1', hour: 9 } }
        : { ...others, date: { of: 'customer.birthday', offsetDays: 0, hour: 9 } },
    )
  }
  return (
    <>
      <ChoiceField
        label={editor.dateKind}
        value={isSchedule ? 'schedule' : 'date'}
        choices={[
          { value: 'date', label: editor.dateOfCustomer },
          { value: 'schedule', label: editor.onSchedule },
        ]}
        onChange={choose}
        error={date.fault}
        width={280}
      />
      {isSchedule ? <ScheduleField path={[...path, 'schedule']} /> : <CustomerDate path={[...path, 'date']} />}
    </>
  )
}

function CustomerDate({ path }: { readonly path: Path }) {
  const { editor } = useTexts()
  const { choices } = formWordsIn(useSpoken().language)
  const hour = useAt([...path, 'hour'])
  const of = useAt([...path, 'of'])
  const isField = asText(of.value).startsWith('demographic:')
  return (
    <Group gap="xs" align="flex-end">
      <ChoiceField
        label={editor.whichDate}
        value={isField ? 'demographic' : asText(of.value)}
        choices={optionsOf(choices.dateOf)}
        onChange={(next) => of.set(next === 'demographic' ? 'demographic:' : next)}
        error={of.fault}
        width={210}
      />
      {isField && (
        <NamePicker
          noun="demographicField"
          label={editor.field}
          value={asText(of.value).slice('demographic:'.length) || undefined}
          onChange={(next) => of.set(`demographic:${next ?? ''}`)}
          only={({ about }) => about === 'Date'}
        />
      )}
      <OffsetDays path={[...path, 'offsetDays']} />
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

/** So many days before or after: one number in the rule, which is negative before. */
function OffsetDays({ path }: { readonly path: Path }) {
  const { editor } = useTexts()
  const offset = useAt(path)
  const { value = 0 } = offset
  const days = typeof value === 'number' ? value : 0
  // No days, and what cannot be read, have no sign that would say it.
  const [wasBefore, setBefore] = useState(days < 0)
  const isBefore = days === 0 ? wasBefore : days < 0
  const change = (next: number | string) => {
    setBefore(isBefore)
    offset.set(typeof next === 'number' && isBefore ? 0 - next : next)
  }
  const turn = (next: string) => {
    setBefore(next === 'before')
    if (typeof value === 'number') offset.set(next === 'before' ? -Math.abs(days || 7) : Math.abs(days))
  }
  return (
    <>
      <NumberField
        label={editor.offsetDays}
        value={typeof value === 'number' ? Math.abs(days) : value}
        onChange={(next = 0) => change(next)}
        error={offset.fault}
        min={0}
        isWhole
        width={90}
      />
      <ChoiceField
        label={editor.beforeOrAfter}
        isLabelHidden
        value={isBefore ? 'before' : 'after'}
        choices={[
          { value: 'before', label: editor.daysBefore },
          { value: 'after', label: editor.daysAfter },
        ]}
        onChange={turn}
        width={150}
      />
    </>
  )
}

export function RuleText({ path, label }: { readonly path: Path; readonly label: string }) {
  const { value, set, fault, isReadOnly } = useAt(path)
  return (
    <TextInput
      label={label}
      value={asText(value)}
      onChange={({ currentTarget: { value: next } }) => set(next === '' ? undefined : next)}
      error={fault}
      readOnly={isReadOnly}
      w={220}
    />
  )
}
