import { Alert, Button, Group, Stack } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { type FormEvent, type ReactNode, useState } from 'react'
import { ask } from '../ask/ask.ts'
import { hasReason } from '../ask/portal-error.ts'
import { useTexts } from '../texts/texts.ts'
import { ErrorPanel } from './error-panel.tsx'
import { PasswordField } from './password-field.tsx'

interface PinFormProps {
  readonly onDone: () => void
  /** What else can be done instead. */
  readonly other: ReactNode
}

/** Sets the PIN of whoever is logged in, for this device. */
export function PinForm({ onDone, other }: PinFormProps) {
  const { pin } = useTexts().login
  const [typed, setTyped] = useState('')
  const [again, setAgain] = useState('')
  const [fault, setFault] = useState<string>()
  const set = useMutation({ mutationFn: () => ask('setPin', { pin: typed }), onSuccess: onDone })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const wrong = /^\d{4,8}$/.test(typed) ? (typed === again ? undefined : pin.differs) : pin.form
    setFault(wrong)
    if (wrong === undefined) set.mutate()
  }
  const isGuessable = hasReason(set.error, 'invalid')
  return (
    <form onSubmit={submit} noValidate>
      <Stack>
        <PasswordField
          label={pin.newPin}
          description={pin.hint}
          data-autofocus
          autoFocus
          autoComplete="off"
          inputMode="numeric"
          maxLength={8}
          value={typed}
          onChange={(event) => setTyped(event.currentTarget.value)}
        />
        <PasswordField
          label={pin.again}
          autoComplete="off"
          inputMode="numeric"
          maxLength={8}
          value={again}
          onChange={(event) => setAgain(event.currentTarget.value)}
        />
        {(fault !== undefined || isGuessable) && (
          <Alert color="red" role="alert">
            {fault ?? pin.guessable}
          </Alert>
        )}
        {set.error && !isGuessable && <ErrorPanel error={set.error} />}
        <Group justify="flex-end">
          {other}
          <Button type="submit" loading={set.isPending}>
            {pin.set}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}
