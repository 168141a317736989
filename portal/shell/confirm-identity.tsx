import { Button, Group, Modal, PasswordInput, Stack, Text, TextInput } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import type { Me } from '../ask/answers.ts'
import { ask } from '../ask/ask.ts'
import { provideConfirmation } from '../ask/confirmation.ts'
import { ErrorPanel } from '../parts/error-panel.tsx'
import { useTexts } from '../texts/texts.ts'

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
        <PasswordInput
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
        {confirm.error && <ErrorPanel error={confirm.error} />}
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
