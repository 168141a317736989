import { Alert, Group, Select, Stack, Text, TextInput } from '@mantine/core'
import { useState } from 'react'
import { PasswordField } from '../../../parts/password-field.tsx'
import { faultAt } from '../../../parts/schema-form/faults.ts'
import { isRecord } from '../../../parts/schema-form/field.ts'
import { type FieldProps, useFormSetting } from '../../../parts/schema-form/form-context.ts'
import { useTexts } from '../../../texts/texts.ts'
import { innerOf } from './inner.ts'
import { TextLine } from './lines.tsx'
import { type MailServer, readMailServer, writeMailServer } from './mail-server.ts'
import { OptionalPart } from './optional-part.tsx'

/** By which mail server e-mail goes out, and from whom. */
export function MailSenderField(props: FieldProps) {
  const { forms: texts } = useTexts().settings
  const at = innerOf(props)
  return (
    <OptionalPart {...props} none={texts.noMail} add={texts.addMail} end={texts.endMail}>
      <TextLine
        {...at('from', texts.mailFrom, true)}
        about={texts.mailFromAbout}
        placeholder={texts.examples.mailFrom}
      />
      <MailServerLines {...at('smtp', texts.mailServer, true)} />
    </OptionalPart>
  )
}

function MailServerLines(props: FieldProps) {
  const { settings } = useTexts()
  const { faults, isReadOnly: readOnly, saved } = useFormSetting()
  const { forms: texts } = settings
  // What is typed without a server is no address yet, and must not be lost.
  const [typed, setServer] = useState(() => readMailServer(props.value))
  // What was discarded or saved meanwhile is shown as it is now.
  const server = writeMailServer(typed) === props.value ? typed : readMailServer(props.value)
  const change = (part: Partial<MailServer>) => {
    const next = { ...server, ...part }
    setServer(next)
    props.onChange(writeMailServer(next))
  }
  const line = (key: 'host' | 'port' | 'user') => ({
    readOnly,
    value: server[key],
    onChange: ({ currentTarget: { value } }: { readonly currentTarget: { readonly value: string } }) =>
      change({ [key]: value.trim() }),
  })
  return (
    <Stack gap="sm">
      <Group gap="sm" align="flex-start">
        <TextInput
          {...line('host')}
          label={props.label}
          placeholder={texts.examples.mailServer}
          withAsterisk
          error={faultAt(faults, props.paths)}
          w={260}
        />
        <TextInput {...line('port')} label={texts.mailPort} inputMode="numeric" placeholder="587" w={90} />
        <Encryption isFirst={server.isEncrypted} onChange={(isEncrypted) => change({ isEncrypted })} />
      </Group>
      <Group gap="sm" align="flex-start">
        <TextInput {...line('user')} label={texts.mailUser} autoComplete="off" w={260} />
        <PasswordField
          {...{ readOnly }}
          label={texts.mailPassword}
          description={texts.mailPasswordAbout}
          autoComplete="new-password"
          value={server.password}
          onChange={({ currentTarget: { value } }) => change({ password: value })}
          w={280}
        />
      </Group>
      {server.user !== '' && server.password === '' && hasMoved(saved, props.value) && (
        <Alert color="yellow" variant="light">
          {texts.mailPasswordAgain}
        </Alert>
      )}
      {server.rest !== '' && (
        <Text size="xs" c="dimmed">
          {texts.mailRest}
        </Text>
      )}
    </Stack>
  )
}

interface EncryptionProps {
  readonly isFirst: boolean
  readonly onChange: (isFirst: boolean) => void
}

function Encryption({ isFirst, onChange }: EncryptionProps) {
  const { settings } = useTexts()
  const { isReadOnly: readOnly } = useFormSetting()
  const { forms: texts } = settings
  return (
    <Select
      {...{ readOnly }}
      label={texts.mailEncryption}
      data={[
        { value: 'later', label: texts.encryptedLater },
        { value: 'first', label: texts.encryptedFirst },
      ]}
      value={isFirst ? 'first' : 'later'}
      onChange={(next) => onChange(next === 'first')}
      allowDeselect={false}
      w={260}
    />
  )
}

/** A password is kept for the very address that it was given for, and for no other. */
function hasMoved(saved: unknown, address: unknown): boolean {
  const email = isRecord(saved) && isRecord(saved.email) ? saved.email : {}
  return email.smtp !== undefined && email.smtp !== address
}
