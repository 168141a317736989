import { Group, Stack } from '@mantine/core'
import { schemasAt } from '../../../../parts/yaml/schema-at.ts'
import { useTexts } from '../../../../texts/texts.ts'
import { useAt, useEditing } from '../editing.ts'
import { NumberField } from '../fields/number-field.tsx'
import type { Path } from '../model/plain.ts'
import { AnyKey } from './result-fields.tsx'
import { RuleText } from './trigger-fields.tsx'

/** The longest name that the file takes. */
const idMax = 64

/** An option begins with a name of its own, which tills send and nobody has to think of. */
export const newOption = (campaign: string, rule: string) => ({ id: `${campaign}-${rule}`.slice(0, idMax) })

/** What a customer reads who may choose the rule, and with which others it shares its choices. */
export function OptionFields({ path }: { readonly path: Path }) {
  const { editor } = useTexts()
  const { schema } = useEditing()
  const { fault } = useAt(path)
  const most = useAt([...path, 'maxSelected'])
  const options = schema ? schemasAt(schema, ['rules', 0, 'option']) : []
  const display = options.map(({ properties }) => properties?.display).find(Boolean)
  return (
    <Stack gap={8} component="fieldset" m={0} p={0} bd={0} aria-label={editor.option}>
      {display && <AnyKey path={[...path, 'display']} schema={display} label={editor.optionText} isRequired={false} />}
      <Group gap="xs" align="flex-end">
        <RuleText path={[...path, 'group']} label={editor.optionGroup} />
        <NumberField
          label={editor.optionMost}
          value={most.value}
          onChange={most.set}
          error={most.fault ?? fault}
          min={1}
          isWhole
          width={220}
        />
      </Group>
    </Stack>
  )
}
