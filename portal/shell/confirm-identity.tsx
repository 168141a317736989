import { Alert, Button, Group, Modal, Stack, Text, TextInput } from '@mantine/core'
import { IconFingerprint } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import type { Me } from '../ask/answers.ts'
import { ask } from '../ask/ask.ts'
import { provideConfirmation } from '../ask/confirmation.ts'
import { confirmByPasskey } from '../ask/passkey.ts'
import { hasReason } from '../ask/portal-error.ts'
import { ErrorPanel } from '../parts/error-panel.tsx'
import { PasswordField } from '../parts/password-field.tsx'
import { useTexts } from '../texts/texts.ts'

const aboveDialogs = 300

/** Opens when the server wants to be sure who it is; what was asked for is then asked again. */
export function ConfirmIdentity({ me }: { readonly me: Me }) {
  const { parts } = useTexts()
  const [isOpen, setOpen] = useState(false)
  const decide = useRef<(isConfirmed: boolean) => void>(() => undefined)
  useEffect(
    () =>
      provideConfirmation(() => {
        setOpen(true)
        return new Promise((resolve) => {
          decide.current = resolve
        })
      }),
    [],
  )
  const end = (isConfirmed: boolean) => {
    setOpen(false)
    decide.current(isConfirmed)
  }
  return (
    <Modal
      opened={isOpen}
      onClose={() => end(false)}
      title={parts.confirmTitle}
      // What is confirmed was often asked for in a dialog, which must not lie above this one.
      zIndex={aboveDialogs}
      closeButtonProps={{ 'aria-label': parts.close }}
    >
      <ConfirmForm me={me} onDone={() => end(true)} onCancel={() => end(false)} />
    </Modal>
  )
}

interface ConfirmFormProps {
  readonly me: Me
  readonly onDone: () => void
  readonly onCancel: () => void
}

function ConfirmForm({ me: { factors, name }, onDone, onCancel }: ConfirmFormProps) {
  const { parts, login } = useTexts()
  const [password, setPassword] = useState('')
  const [totp, setTotp] = useState('')
  const confirm = useMutation({
    // The server wants one proof, and takes the code if there is one.
    mutationFn: () => ask('confirm', totp === '' ? { password } : { totp }),
    onSuccess: onDone,
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    confirm.mutate()
  }
  return (
    <form onSubmit={submit}>
      <Stack>
        <Text size="sm">{parts.confirmWhy}</Text>
        <input type="hidden" name="username" autoComplete="username" value={name} readOnly />
        <PasswordField
          label={login.password}
          autoComplete="current-password"
          required={totp === ''}
          data-autofocus
          value={password}
          onChange={(event) => setPassword(event.currentTarget.value)}
        />
        {factors.includes('totp') && (
          <TextInput
            label={login.second.totpCode}
            inputMode="numeric"
            autoComplete="one-time-code"
            value={totp}
            onChange={(event) => setTotp(event.currentTarget.value)}
          />
        )}
        <ConfirmFault error={confirm.error} />
        {factors.includes('passkey') && <ByPasskey onDone={onDone} />}
        <Group justify="flex-end">
          <Button variant="default" onClick={onCancel}>
            {parts.cancel}
          </Button>
          <Button type="submit" loading={confirm.isPending}>
            {parts.confirmButton}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}

function ConfirmFault({ error }: { readonly error: unknown }) {
  const { parts } = useTexts()
  if (!error) return null
  if (!hasReason(error, 'forbidden')) return <ErrorPanel error={error} />
  return (
    <Alert color="red" role="alert">
      {parts.confirmWrong}
    </Alert>
  )
}

/** For those who come in without a password, and for whom a touch is less than typing. */
function ByPasskey({ onDone }: { readonly onDone: () => void }) {
  const { login } = useTexts()
  const prove = useMutation({ mutationFn: confirmByPasskey, onSuccess: onDone })
  return (
    <>
      {prove.error && (
        <Alert color="red" role="alert">
          {login.second.passkeyFailed}
        </Alert>
      )}
      <Button
        variant="default"
        leftSection={<IconFingerprint size={18} />}
        loading={prove.isPending}
        onClick={() => prove.mutate()}
      >
        {login.second.passkey}
      </Button>
    </>
  )
}
