import { Group } from '@mantine/core'
import { formWordsIn } from '../../../../../server/domain/sentence/words.ts'
import { useSpoken, useTexts } from '../../../../texts/texts.ts'
import { useAt } from '../editing.ts'
import { isEntry, type Path } from '../model/plain.ts'
import { ChoiceField } from './choice-field.tsx'
import { NumberField } from './number-field.tsx'

/** A period that is looked back on: so many days, this month, or all time. */
export function WithinField({ path, label }: { readonly path: Path; readonly label: string }) {
  const { editor } = useTexts()
  const { language } = useSpoken()
  const { calendar } = formWordsIn(language).choices
  const { value, set, fault } = useAt(path)
  const within = isEntry(value) ? value : {}
  const kind = Object.hasOwn(within, 'calendar') ? String(within.calendar) : isEntry(value) ? 'days' : 'ever'
  const choose = (next: string) => {
    if (next === 'ever') set(undefined)
    else set(next === 'days' ? { days: 30 } : { calendar: next })
  }
  return (
    <Group gap="xs" align="flex-end">
      <ChoiceField
        label={label}
        value={kind}
        choices={[
          { value: 'ever', label: editor.allTime },
          { value: 'days', label: editor.lastDays },
          ...Object.entries(calendar).map(([one, words]) => ({ value: one, label: words })),
        ]}
        onChange={choose}
        error={fault}
        width={190}
      />
      {kind === 'days' && (
        <NumberField
          label={editor.lastDays}
          isLabelHidden
          value={within.days}
          onChange={(days) => set({ days })}
          min={0}
          isWhole
          suffix={editor.days}
          width={120}
        />
      )}
    </Group>
  )
}
