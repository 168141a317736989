import { Group } from '@mantine/core'
import { isRecord } from '../../../parts/schema-form/field.ts'
import type { FieldProps } from '../../../parts/schema-form/form-context.ts'
import { useTexts } from '../../../texts/texts.ts'
import { innerOf } from './inner.ts'
import { TextLine } from './lines.tsx'
import { renamed } from './short-name.ts'

/** What people call it, and the short name by which systems do, which follows the name until it is written by hand. */
export function NameAndId({ isSaved, ...props }: FieldProps & { readonly isSaved: boolean }) {
  const { settings, file } = useTexts()
  const row = isRecord(props.value) ? props.value : {}
  const at = innerOf(props)
  const rename = (name: unknown) => props.onChange(renamed(row, name, isSaved))
  return (
    <Group gap="sm" align="flex-start" grow preventGrowOverflow={false}>
      <TextLine {...at('name', file.keys.name)} onChange={rename} />
      <TextLine
        {...at('id', file.keys.id, true)}
        isDisabled={isSaved}
        about={isSaved ? settings.forms.idFixed : settings.forms.idAbout}
      />
    </Group>
  )
}
