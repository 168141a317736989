import { Group, NumberInput, Select, Stack, Text } from '@mantine/core'
import { faultAt } from '../../../parts/schema-form/faults.ts'
import { isRecord } from '../../../parts/schema-form/field.ts'
import { type FieldProps, useFormSetting } from '../../../parts/schema-form/form-context.ts'
import { useTexts } from '../../../texts/texts.ts'

const units = ['days', 'months', 'years'] as const
const periods = ['day', 'week', 'month', 'quarter', 'year'] as const
type Kind = (typeof units)[number] | `endOf ${(typeof periods)[number]}`

/** How long something lasts, in words: for good, so many days, months or years, or until the end of a period. */
export function DurationField(props: FieldProps) {
  return <Duration {...props} kinds={[...units, ...periods.map((period) => `endOf ${period}` as const)]} />
}

/** The same where only days can be counted. */
export function DaysField(props: FieldProps) {
  return <Duration {...props} kinds={['days']} />
}

function Duration({ kinds, ...props }: FieldProps & { readonly kinds: readonly Kind[] }) {
  const { settings } = useTexts()
  const { faults, isReadOnly } = useFormSetting()
  const { forms: texts } = settings
  const value = isRecord(props.value) ? props.value : {}
  const kind = kindOf(value)
  const number = kind?.startsWith('endOf') ? Number(value.plus ?? 0) : Number(value[kind ?? 'days'])
  const set = (next: Kind | undefined, count: number) => props.onChange(durationOf(next, count))
  const shared = { readOnly: isReadOnly || props.isDisabled === true }
  return (
    <Stack gap={4}>
      <Group gap="xs" align="flex-end">
        <Select
          {...shared}
          label={props.label}
          data={[
            { value: 'ever', label: texts.forGood },
            ...kinds.map((one) => ({ value: one, label: texts.durations[one] })),
          ]}
          value={kind ?? 'ever'}
          allowDeselect={false}
          onChange={(next) => set(next === 'ever' ? undefined : (next as Kind), next?.startsWith('endOf') ? 0 : 1)}
          error={faultAt(faults, props.paths)}
          w={280}
        />
        {kind !== undefined && (
          <NumberInput
            {...shared}
            label={kind.startsWith('endOf') ? texts.plus : texts.howMany}
            value={Number.isFinite(number) ? number : ''}
            min={kind.startsWith('endOf') ? 0 : 1}
            allowDecimal={false}
            onChange={(next) => set(kind, Number(next))}
            error={faultAt(
              faults,
              props.paths.map((path) => `${path}.${kind.startsWith('endOf') ? 'plus' : kind}`),
            )}
            w={150}
          />
        )}
      </Group>
      {kind === 'days' && number >= 365 && (
        <Text size="xs" c="dimmed">
          {texts.aboutYears(Math.round((number / 365) * 10) / 10)}
        </Text>
      )}
    </Stack>
  )
}

function kindOf(value: Readonly<Record<string, unknown>>): Kind | undefined {
  if (typeof value.endOf === 'string') return `endOf ${value.endOf as (typeof periods)[number]}`
  return units.find((unit) => value[unit] !== undefined)
}

function durationOf(kind: Kind | undefined, count: number): object | undefined {
  if (kind === undefined) return undefined
  const [, period] = kind.split(' ')
  return period === undefined ? { [kind]: count } : { endOf: period, ...(count > 0 && { plus: count }) }
}
