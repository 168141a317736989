import { Select, Text } from '@mantine/core'
import { faultAt } from '../../../parts/schema-form/faults.ts'
import { isRecord } from '../../../parts/schema-form/field.ts'
import { type FieldProps, useFormSetting } from '../../../parts/schema-form/form-context.ts'
import { useTexts } from '../../../texts/texts.ts'

/** How many decimals a value has. It can never be changed once cards hold it, so it is shown by examples. */
export function ScaleField(props: FieldProps) {
  const { settings } = useTexts()
  const { faults, isReadOnly, saved } = useFormSetting()
  const { forms: texts } = settings
  const isSaved = isRecord(savedRow(saved, props.paths))
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
      {!isSaved && props.value === undefined && (
        <Text size="xs" c="dimmed" mt={4}>
          {texts.scaleAdvice}
        </Text>
      )}
    </div>
  )
}

/** The row as it was saved; a new one has none. */
function savedRow(saved: unknown, paths: readonly string[]): unknown {
  const [place] = paths.flatMap((path) => /valueTypes\[(\d+)\]\.scale$/.exec(path)?.[1] ?? [])
  const rows: readonly unknown[] = isRecord(saved) && Array.isArray(saved.valueTypes) ? saved.valueTypes : []
  return place === undefined ? undefined : rows[Number(place)]
}
