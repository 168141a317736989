import { Group, Select, Stack, Text } from '@mantine/core'
import { AmountInput } from '../../../parts/amount-input.tsx'
import { faultAt } from '../../../parts/schema-form/faults.ts'
import { isRecord } from '../../../parts/schema-form/field.ts'
import { type FieldProps, useFormSetting } from '../../../parts/schema-form/form-context.ts'
import { useTexts } from '../../../texts/texts.ts'
import { countOf, type DurationKind, durationOf, kindOf, periods, units } from './durations.ts'

/** How long something lasts, in words: for good, so many days, months or years, or until the end of a period. */
export function DurationField(props: FieldProps) {
  return <Duration {...props} kinds={[...units, ...periods.map((period) => `endOf ${period}` as const)]} />
}

/** The same where only days can be counted. */
export function DaysField(props: FieldProps) {
  const { settings } = useTexts()
  return <Duration {...props} kinds={['days']} none={settings.forms.never} />
}

interface DurationProps extends FieldProps {
  readonly kinds: readonly DurationKind[]
  /** What it is called when there is none. */
  readonly none?: string
}

function Duration({ kinds, none, ...props }: DurationProps) {
  const { settings } = useTexts()
  const { faults, isReadOnly } = useFormSetting()
  const { forms: texts } = settings
  const value = isRecord(props.value) ? props.value : {}
  const kind = kindOf(value)
  const count = kind && countOf(value, kind)
  const days = kind === 'days' ? Number(count) : 0
  const set = (next: DurationKind | undefined, much: number | string) => props.onChange(durationOf(next, much, value))
  const shared = { readOnly: isReadOnly || props.isDisabled === true }
  return (
    <Stack gap={4}>
      <Group gap="xs" align="flex-end">
        <Select
          {...shared}
          label={props.label}
          data={[
            { value: 'ever', label: none ?? texts.forGood },
            ...kinds.map((one) => ({ value: one, label: texts.durations[one] })),
          ]}
          value={kind ?? 'ever'}
          allowDeselect={false}
          onChange={(next) =>
            set(next === 'ever' ? undefined : (next as DurationKind), next?.startsWith('endOf') ? 0 : 1)
          }
          error={faultAt(faults, props.paths)}
          w={280}
        />
        {kind !== undefined && (
          <AmountInput
            {...shared}
            label={kind.startsWith('endOf') ? texts.plus : texts.howMany}
            value={count}
            scale={0}
            // Nothing is no number of days: it is refused, and not taken for none. Nothing more after the end of a period is none.
            onChange={(next = kind.startsWith('endOf') ? 0 : '') => set(kind, next)}
            error={faultAt(
              faults,
              props.paths.map((path) => `${path}.${kind.startsWith('endOf') ? 'plus' : kind}`),
            )}
            w={150}
          />
        )}
      </Group>
      {days >= 365 && (
        <Text size="xs" c="dimmed">
          {texts.aboutYears(Math.round((days / 365) * 10) / 10)}
        </Text>
      )}
    </Stack>
  )
}
