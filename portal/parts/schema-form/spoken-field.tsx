import { Fieldset, Stack, Text } from '@mantine/core'
import { useBrand } from '../../ask/brand-context.ts'
import { useSpoken } from '../../texts/texts.ts'
import { languageName } from '../language-name.ts'
import { keyPaths } from './faults.ts'
import { type Field, isRecord, type Schema } from './field.ts'
import { useFrame } from './field-frame.ts'
import { type FieldProps, useFormSetting } from './form-context.ts'
import { languagesOf, textIn, withText } from './spoken-text.ts'

type Props = FieldProps & { readonly field: Field; readonly text: Schema }

/** A text for customers: one field, or one for each language that the brand speaks. */
export function SpokenField({ field, text, ...props }: Props) {
  const { languages: spoken = [] } = useBrand()
  const { language: reader } = useSpoken()
  const { label, description } = useFrame(props, field)
  const { SchemaField } = useFormSetting()
  const languages = languagesOf(props.value, spoken)
  if (languages.length < 2 && !isRecord(props.value))
    return (
      <SchemaField {...props} schema={{ ...text, ...(field.about !== undefined && { description: field.about }) }} />
    )
  return (
    <Fieldset legend={label}>
      <Stack gap="sm">
        {description !== undefined && (
          <Text size="xs" c="dimmed">
            {description}
          </Text>
        )}
        {languages.map((language, index) => (
          <SchemaField
            key={language}
            {...props}
            schema={text}
            label={languageName(language, reader)}
            value={textIn(props.value, language, languages)}
            onChange={(next) => props.onChange(withText(props.value, { language, text: next, languages }))}
            paths={[...keyPaths(props.paths, language), ...(index === 0 ? props.paths : [])]}
            isRequired={props.isRequired && index === 0}
          />
        ))}
      </Stack>
    </Fieldset>
  )
}
