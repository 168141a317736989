import { Chip, Group, Stack, Text, TextInput } from '@mantine/core'
import { weekdays } from '../../../../../server/domain/brand/rules/weekdays.ts'
import { choiceWords, formWordsIn } from '../../../../../server/domain/sentence/words.ts'
import { useSpoken, useTexts } from '../../../../texts/texts.ts'
import { asText, useAt } from '../editing.ts'
import { isEntry, type Path } from '../model/plain.ts'
import classes from './form.module.css'

/** The window of a rule: on which days, and at which hours. */
export function DaysAndHours({ path }: { readonly path: Path }) {
  const { editor } = useTexts()
  const { language } = useSpoken()
  const { value, set, fault, isReadOnly } = useAt([...path, 'window'])
  const days = useAt([...path, 'window', 'days'])
  const window = isEntry(value) ? value : {}
  const chosen = Array.isArray(window.days) ? window.days.map(String) : []
  const change = (next: Readonly<Record<string, unknown>>) => {
    const kept = Object.entries({ ...window, ...next }).filter(([, one]) => one !== undefined)
    set(kept.length > 0 ? Object.fromEntries(kept) : undefined)
  }
  const setDays = (next: readonly string[]) => {
    const sorted = weekdays.filter((day) => next.includes(day))
    change({ days: sorted.length === 0 || sorted.length === weekdays.length ? undefined : sorted })
  }
  const time = (key: 'from' | 'to', label: string) => (
    <TextInput
      type="time"
      label={label}
      value={asText(window[key]) === '24:00' ? '' : asText(window[key])}
      onChange={({ currentTarget: { value: next } }) => change({ [key]: next === '' ? undefined : next.slice(0, 5) })}
      readOnly={isReadOnly}
      w={140}
    />
  )
  return (
    <Stack gap={8}>
      <div>
        <Text size="sm" fw={600} mb={4}>
          {formWordsIn(language).ruleKeys.window}
        </Text>
        <Chip.Group multiple value={chosen} onChange={setDays}>
          <fieldset className={classes.days} aria-label={editor.days}>
            {weekdays.map((day) => (
              <Chip key={day} value={day} size="sm" disabled={isReadOnly}>
                {choiceWords('weekday', day, language)}
              </Chip>
            ))}
          </fieldset>
        </Chip.Group>
        {chosen.length === 0 && (
          <Text size="xs" c="dimmed" mt={4}>
            {editor.everyDay}
          </Text>
        )}
      </div>
      <Group gap="xs" align="flex-end">
        {time('from', editor.fromHour)}
        {time('to', editor.toHour)}
      </Group>
      {(fault ?? days.fault) !== undefined && (
        <Text size="xs" c="var(--mantine-color-error)">
          {fault ?? days.fault}
        </Text>
      )}
    </Stack>
  )
}
