import { Fieldset, Stack, Text } from '@mantine/core'
import { useBrand } from '../../../ask/brand-context.ts'
import { useAsking } from '../../../ask/queries.ts'
import { AmountInput } from '../../../parts/amount-input.tsx'
import { faultAt, keyPaths } from '../../../parts/schema-form/faults.ts'
import { isRecord, withKey } from '../../../parts/schema-form/field.ts'
import { type FieldProps, useFormSetting } from '../../../parts/schema-form/form-context.ts'
import { useTexts } from '../../../texts/texts.ts'

/** What one of each value is worth in money. Everything that is no money itself has its line. */
export function WorthField(props: FieldProps) {
  const { settings } = useTexts()
  const { faults, isReadOnly } = useFormSetting()
  const { currency } = useBrand()
  const { data } = useAsking('brandNames', {})
  const { forms: texts } = settings
  const worth = isRecord(props.value) ? props.value : {}
  const known = data?.kinds.find(({ noun }) => noun === 'valueType')?.names ?? []
  const shown = known.filter(({ id }) => !id.startsWith('Currency '))
  // What the program has no more stays, so that it can be taken out.
  const names = [
    ...shown,
    ...Object.keys(worth)
      .filter((id) => data && !shown.some((one) => one.id === id))
      .map((id) => ({ id, name: id })),
  ]
  const set = (id: string, amount: unknown) => {
    const next = withKey(worth, id, amount)
    props.onChange(Object.keys(next).length > 0 ? next : undefined)
  }
  return (
    <Fieldset legend={props.label}>
      <Text size="xs" c="dimmed" mb="xs">
        {texts.worthWhat}
      </Text>
      <Stack gap="sm">
        {names.map(({ id, name }) => (
          <AmountInput
            key={id}
            label={texts.worthOf(name, currency)}
            scale={6}
            isExact
            readOnly={isReadOnly || props.isDisabled === true}
            placeholder={texts.worthNone}
            value={worth[id]}
            onChange={(next) => set(id, next)}
            error={faultAt(faults, keyPaths(props.paths, id))}
          />
        ))}
        {data && names.length === 0 && <Text size="sm">{texts.worthNothing}</Text>}
      </Stack>
    </Fieldset>
  )
}
