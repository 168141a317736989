import { Text } from '@mantine/core'
import { PasswordField } from '../../../parts/password-field.tsx'
import { faultAt } from '../../../parts/schema-form/faults.ts'
import { type FieldProps, useFormSetting } from '../../../parts/schema-form/form-context.ts'
import { useTexts } from '../../../texts/texts.ts'
import { innerOf } from './inner.ts'
import { TextLine } from './lines.tsx'
import { OptionalPart } from './optional-part.tsx'

/** A gateway to which messages are posted, and the secret with which they are signed. */
export function ReceiverField(props: FieldProps) {
  const { forms: texts } = useTexts().settings
  const { faults, isReadOnly } = useFormSetting()
  const at = innerOf(props)
  const { value: secrets, onChange, paths } = at('secrets', texts.gatewaySecret)
  const given = Array.isArray(secrets) ? secrets.map(String) : []
  const fault = faults.find(({ path }) => paths.some((one) => path === one || path.startsWith(`${one}[`)))
  return (
    <OptionalPart {...props} none={texts.noGateway} add={texts.addGateway} end={texts.endGateway}>
      <TextLine {...at('url', texts.gatewayAddress, true)} placeholder={texts.examples.gateway} />
      <PasswordField
        label={texts.gatewaySecret}
        description={texts.gatewaySecretAbout}
        autoComplete="new-password"
        readOnly={isReadOnly}
        error={faultAt(faults, paths) ?? fault?.message}
        value={given[0] ?? ''}
        onChange={({ currentTarget: { value } }) => onChange(withFirst(given, value))}
        onBlur={() => given[0] === '' && onChange(given.slice(1))}
      />
      {given.length > 1 && (
        <Text size="xs" c="dimmed">
          {texts.moreSecrets(given.length - 1)}
        </Text>
      )}
    </OptionalPart>
  )
}

/** With another first secret. Where there are more, its place is kept while it is empty: they stay what they are. */
function withFirst(secrets: readonly string[], first: string): readonly string[] | undefined {
  const others = secrets.slice(1)
  return first === '' && others.length === 0 ? undefined : [first, ...others]
}
