import { Group, Select } from '@mantine/core'
import { useAsking } from '../../../ask/queries.ts'
import { AmountInput } from '../../../parts/amount-input.tsx'
import { faultAt, keyPaths } from '../../../parts/schema-form/faults.ts'
import { isRecord } from '../../../parts/schema-form/field.ts'
import { type FieldProps, useFormSetting } from '../../../parts/schema-form/form-context.ts'
import { useTexts } from '../../../texts/texts.ts'

const calendars = ['day', 'week', 'month', 'year'] as const

/** What brings a customer to a level: what is counted, and in which time. */
export function LevelMeasure(props: Omit<FieldProps, 'label'>) {
  const { settings } = useTexts()
  const { forms: texts } = settings
  const { faults, isReadOnly: readOnly } = useFormSetting()
  const { data } = useAsking('findNames', { noun: 'valueType', count: 100 })
  const by = isRecord(props.value) ? props.value : {}
  const counted =
    by.fact === 'earned' ? `earned ${[by.balanceType, by.balanceCode].filter(Boolean).join(' ')}` : by.fact
  const withTime = (next: object | undefined) => {
    const { within: _, ...rest } = by
    props.onChange({ ...rest, ...(next && { within: next }) })
  }
  const choose = (next: string | null) => {
    const [fact, balanceType, balanceCode] = (next ?? '').split(' ')
    const earned = {
      ...(balanceType !== undefined && { balanceType }),
      ...(balanceCode !== undefined && { balanceCode }),
    }
    props.onChange({ fact, ...earned, ...(by.within !== undefined && { within: by.within }) })
  }
  return (
    <Group gap="xs" align="flex-end">
      <Select
        {...{ readOnly }}
        label={texts.whatCounts}
        data={[
          { value: 'history.spend', label: texts.spent },
          { value: 'history.checkouts', label: texts.purchases },
          ...(data?.names ?? []).map(({ id, name }) => ({ value: `earned ${id}`, label: texts.earned(name) })),
        ]}
        value={typeof counted === 'string' ? counted : null}
        allowDeselect={false}
        onChange={choose}
        error={faultAt(faults, [...props.paths, ...props.paths.map((path) => `${path}.fact`)])}
        w={280}
      />
      <MeasuredTime within={by.within} paths={keyPaths(props.paths, 'within')} onChange={withTime} />
    </Group>
  )
}

interface MeasuredTimeProps {
  readonly within: unknown
  readonly paths: readonly string[]
  readonly onChange: (within: object | undefined) => void
}

function MeasuredTime({ within: given, paths, onChange }: MeasuredTimeProps) {
  const { settings } = useTexts()
  const { forms: texts } = settings
  const { faults, isReadOnly: readOnly } = useFormSetting()
  const within = isRecord(given) ? given : {}
  const time = within.calendar === undefined ? (within.days === undefined ? 'ever' : 'days') : String(within.calendar)
  return (
    <>
      <Select
        {...{ readOnly }}
        label={texts.inWhichTime}
        data={[
          { value: 'ever', label: texts.sinceEver },
          ...calendars.map((one) => ({ value: one, label: texts.calendars[one] })),
          { value: 'days', label: texts.lastDays },
        ]}
        value={time}
        allowDeselect={false}
        onChange={(next) =>
          onChange(next === 'ever' ? undefined : next === 'days' ? { days: 365 } : { calendar: next })
        }
        w={220}
      />
      {time === 'days' && (
        <AmountInput
          {...{ readOnly }}
          label={texts.durations.days}
          value={within.days}
          scale={0}
          // Nothing is no number of days: it is refused, and not taken for none.
          onChange={(next = '') => onChange({ days: next })}
          error={faultAt(faults, [...paths, ...keyPaths(paths, 'days')])}
          w={120}
        />
      )}
    </>
  )
}
