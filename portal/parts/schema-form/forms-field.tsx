import { Fieldset, SegmentedControl, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { useTexts } from '../../texts/texts.ts'
import { type Field, fieldOf, formOf, type Schema } from './field.ts'
import { useFrame } from './field-frame.ts'
import { type FieldProps, useFormSetting } from './form-context.ts'
import { useWords } from './words.ts'

type Props = FieldProps & { readonly field: Field; readonly forms: readonly Schema[] }

/** A value that has one of several forms: first which, then what is in it. */
export function FormsField({ field, forms, ...props }: Props) {
  const { label, description, readOnly: disabled } = useFrame(props, field)
  const { settings } = useTexts()
  const { definitions, section, SchemaField } = useFormSetting()
  const words = useWords(section)
  const isThere = props.value !== undefined
  const [chosen, setChosen] = useState(() => (isThere ? formOf(props.value, forms, definitions) : -1))
  const name = (form: Schema, index: number) => {
    const inner = fieldOf(form, definitions, props.depth)
    if (inner.kind === 'group') return Object.keys(inner.properties).map(words.label).join(', ')
    return inner.kind === 'choice' ? inner.options.map(({ value }) => words.choice(value)).join(', ') : `${index + 1}`
  }
  const data = [
    ...(props.isRequired ? [] : [{ value: '-1', label: settings.notGiven }]),
    ...forms.map((form, index) => ({ value: String(index), label: name(form, index) })),
  ]
  const form = forms[chosen]
  return (
    <Fieldset legend={label}>
      <Stack gap="sm">
        {description !== undefined && (
          <Text size="xs" c="dimmed">
            {description}
          </Text>
        )}
        <SegmentedControl
          aria-label={label}
          data={data}
          disabled={disabled}
          value={String(chosen)}
          onChange={(next) => {
            setChosen(Number(next))
            props.onChange(next === '-1' ? undefined : {})
          }}
        />
        {form && <SchemaField {...props} schema={form} label={name(form, chosen)} isRequired depth={props.depth + 1} />}
      </Stack>
    </Fieldset>
  )
}
