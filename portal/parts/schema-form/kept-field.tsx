import { Text } from '@mantine/core'
import { useTexts } from '../../texts/texts.ts'
import type { FieldProps } from './form-context.ts'

/** What a form cannot show stays as it is, and it says so. */
export function KeptField(props: FieldProps) {
  const { settings } = useTexts()
  if (props.value === undefined) return null
  return (
    <div>
      <Text size="sm" fw={500}>
        {props.label}
      </Text>
      <Text size="sm" c="dimmed">
        {settings.forms.kept}
      </Text>
    </div>
  )
}
