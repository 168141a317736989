import { Checkbox, ColorInput, Fieldset, SimpleGrid, Stack } from '@mantine/core'
import { memberParts } from '../../../../server/domain/brand/member/member-parts.ts'
import { faultAt } from '../../../parts/schema-form/faults.ts'
import { type FieldProps, useFormSetting } from '../../../parts/schema-form/form-context.ts'
import { ImageField } from '../../../parts/schema-form/image-field.tsx'
import { useTexts } from '../../../texts/texts.ts'
import { innerOf } from './inner.ts'
import { TextLine } from './lines.tsx'

const usualPrimary = '#0b5c4a'

/** The colours of the pages: one, or three. */
export function MemberColorsField(props: FieldProps) {
  const { memberSide } = useTexts()
  const { colors: texts } = memberSide
  const inner = innerOf(props)
  return (
    <Fieldset legend={props.label}>
      <Stack gap="sm">
        <Color {...inner('primary', texts.primary)} about={texts.primaryAbout} usual={usualPrimary} />
        <Color {...inner('background', texts.background)} usual={texts.asUsual} />
        <Color {...inner('text', texts.text)} usual={texts.asUsual} />
      </Stack>
    </Fieldset>
  )
}

type ColorProps = FieldProps & { readonly about?: string; readonly usual: string }

function Color({ label, value, onChange, paths, about, usual }: ColorProps) {
  const { faults, isReadOnly } = useFormSetting()
  return (
    <ColorInput
      label={label}
      description={about}
      placeholder={usual}
      error={faultAt(faults, paths)}
      readOnly={isReadOnly}
      format="hex"
      withEyeDropper={false}
      maw={320}
      value={typeof value === 'string' ? value : ''}
      onChange={(next) => onChange(next === '' ? undefined : next)}
    />
  )
}

/** What members see and can do: everything, as long as nothing is taken away. */
export function MemberPartsField({ label, value, onChange, paths }: FieldProps) {
  const { memberSide } = useTexts()
  const { faults, isReadOnly } = useFormSetting()
  const chosen: readonly string[] = Array.isArray(value) ? value.map(String) : memberParts
  const toggle = (part: string, isOn: boolean) => {
    const next = memberParts.filter((one) => (one === part ? isOn : chosen.includes(one)))
    onChange(next.length === memberParts.length ? undefined : next)
  }
  return (
    <Checkbox.Group label={label} error={faultAt(faults, paths)} value={[...chosen]}>
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="xs" mt="xs">
        {memberParts.map((part) => (
          <Checkbox
            key={part}
            value={part}
            label={memberSide.parts[part]}
            disabled={isReadOnly}
            onChange={({ currentTarget }) => toggle(part, currentTarget.checked)}
          />
        ))}
      </SimpleGrid>
    </Checkbox.Group>
  )
}

/** No picture is this short; what is typed letter by letter is an address. */
const pictureLength = 60

/** A picture in the file, or the address of one. */
export function MemberLogoField(props: FieldProps) {
  const { memberSide } = useTexts()
  const { value, onChange } = props
  const isAddress = typeof value === 'string' && (value.startsWith('http') || value.length < pictureLength)
  return (
    <Stack gap="xs">
      <ImageField
        {...props}
        value={isAddress ? undefined : value}
        onChange={onChange}
        field={{ kind: 'text', isLong: false }}
      />
      <TextLine
        {...props}
        label={memberSide.logoAddress}
        about={memberSide.logoAddressAbout}
        value={isAddress ? value : undefined}
        onChange={onChange}
      />
    </Stack>
  )
}
