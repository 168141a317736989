import { Group } from '@mantine/core'
import { formWordsIn } from '../../../../../server/domain/sentence/words.ts'
import { useSpoken, useTexts } from '../../../../texts/texts.ts'
import { asText, useAt } from '../editing.ts'
import { isEntry, type Path } from '../model/plain.ts'
import { ChoiceField } from './choice-field.tsx'
import { DayField } from './day-field.tsx'
import { NumberField } from './number-field.tsx'

type Kind = 'never' | 'days' | 'months' | 'years' | 'endOf' | 'at'

const kindOf = (after: unknown, at: unknown): Kind => {
  if (at !== undefined && at !== null) return 'at'
  if (!isEntry(after)) return 'never'
  return (['endOf', 'months', 'years', 'days'] as const).find((key) => Object.hasOwn(after, key)) ?? 'days'
}

/** What each way of expiring begins as. */
const begun: Readonly<Record<string, object>> = {
  days: { expiresAfter: { days: 30 } },
  months: { expiresAfter: { months: 6 } },
  years: { expiresAfter: { years: 1 } },
  endOf: { expiresAfter: { endOf: 'year', plus: 1 } },
  at: { expiresAt: '' },
}

/** When something expires: `expiresAfter` and `expiresAt` of an object, of which it has one. */
export function ExpiryField({ path, label }: { readonly path: Path; readonly label: string }) {
  const { editor } = useTexts()
  const { language } = useSpoken()
  const { endOf } = formWordsIn(language).choices
  const whole = useAt(path)
  const after = useAt([...path, 'expiresAfter'])
  const at = useAt([...path, 'expiresAt'])
  const kind = kindOf(after.value, at.value)
  const duration = isEntry(after.value) ? after.value : {}
  const choose = (next: string) => {
    const { expiresAfter: _, expiresAt: _at, ...others } = isEntry(whole.value) ? whole.value : {}
    whole.set({ ...others, ...(begun[next] ?? {}) })
  }
  const kinds = (['never', 'days', 'months', 'years', 'endOf', 'at'] as const).map((value) => ({
    value,
    label: editor.expiryKinds[value],
  }))
  return (
    <Group gap="xs" align="flex-end">
      <ChoiceField label={label} value={kind} choices={kinds} onChange={choose} width={190} />
      {(kind === 'days' || kind === 'months' || kind === 'years') && (
        <NumberField
          label={editor.expiryKinds[kind]}
          isLabelHidden
          value={duration[kind]}
          onChange={(next) => after.set({ [kind]: next })}
          error={after.fault}
          min={1}
          isWhole
          width={90}
        />
      )}
      {kind === 'endOf' && (
        <>
          <ChoiceField
            label={editor.expiryKinds.endOf}
            isLabelHidden
            value={asText(duration.endOf)}
            choices={Object.entries(endOf).map(([value, words]) => ({ value, label: words }))}
            onChange={(next) => after.set({ ...duration, endOf: next })}
            error={after.fault}
            width={120}
          />
          <NumberField
            label={editor.periodsLater}
            value={duration.plus ?? 0}
            onChange={(next) => after.set({ ...duration, plus: next })}
            min={0}
            isWhole
            width={150}
          />
        </>
      )}
      {kind === 'at' && <DayField path={[...path, 'expiresAt']} label={editor.expiryKinds.at} />}
    </Group>
  )
}

/** A number of days in an object of its own: `{ days: 30 }`. */
export function DaysField({ path, label }: { readonly path: Path; readonly label: string }) {
  const { editor } = useTexts()
  const { value, set, fault } = useAt(path)
  return (
    <NumberField
      label={label}
      value={isEntry(value) ? value.days : undefined}
      onChange={(days) => set(days === undefined ? undefined : { days })}
      error={fault}
      min={0}
      isWhole
      suffix={editor.days}
    />
  )
}
