import { Select, Text } from '@mantine/core'
import { currencyScale } from '../../../../server/ground/kernel/currency.ts'
import { faultAt } from '../../../parts/schema-form/faults.ts'
import { type FieldProps, useFormSetting } from '../../../parts/schema-form/form-context.ts'
import { useTexts } from '../../../texts/texts.ts'

/** How many decimals a value has. It can never be changed once it is saved, so it is shown by examples. */
export function ScaleField({ isSaved, ...props }: FieldProps & { readonly isSaved: boolean }) {
  const { settings } = useTexts()
  const { faults, isReadOnly } = useFormSetting()
  const { forms: texts } = settings
  return (
    <div>
      <Select
        label={texts.scale}
        description={isSaved ? texts.scaleFixed : texts.scaleForGood}
        readOnly={isReadOnly || isSaved}
        data={[0, 1, 2, 3, 4, 5, 6].map((scale) => ({ value: String(scale), label: texts.scaleExample(scale) }))}
        value={props.value === undefined ? null : String(props.value)}
        onChange={(next) => props.onChange(next === null ? undefined : Number(next))}
        allowDeselect={false}
        withAsterisk={props.isRequired}
        error={faultAt(faults, props.paths)}
      />
      {!isSaved && (
        <Text size="xs" c="dimmed" mt={4}>
          {texts.scaleAdvice}
        </Text>
      )}
    </div>
  )
}

/** What a new value begins with: money as its currency has it, anything else none. */
export function usualScale(balanceType: unknown, balanceCode?: unknown): number | undefined {
  if (balanceType !== 'Currency') return 0
  if (typeof balanceCode !== 'string' || !/^[A-Z]{3}$/.test(balanceCode)) return undefined
  return currencyScale(balanceCode)
}
