import { Button, Group, PasswordInput, Stack } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { ask } from '../../ask/ask.ts'
import { showDone } from '../../parts/done-message.tsx'
import { ErrorPanel } from '../../parts/error-panel.tsx'
import { findPasswordFault, type PasswordFault } from '../../parts/new-password.ts'
import { useTexts } from '../../texts/texts.ts'

export function PasswordForm({ name }: { readonly name: string }) {
  const { profile, login } = useTexts()
  const [current, setCurrent] = useState('')
  const [password, setPassword] = useState('')
  const [again, setAgain] = useState('')
  const [fault, setFault] = useState<PasswordFault>()
  const change = useMutation({
    mutationFn: () => ask('changePassword', { current, password }),
    onSuccess: () => {
      for (const clear of [setCurrent, setPassword, setAgain]) clear('')
      showDone(profile.changed)
    },
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const found = findPasswordFault(password, again)
    setFault(found)
    if (!found) change.mutate()
  }
  return (
    <form onSubmit={submit}>
      <Stack>
        <input type="hidden" name="username" autoComplete="username" value={name} readOnly />
        <PasswordInput
          label={profile.current}
          autoComplete="current-password"
          required
          value={current}
          onChange={(event) => setCurrent(event.currentTarget.value)}
        />
        <PasswordInput
          label={login.link.password}
          description={login.link.passwordHint}
          autoComplete="new-password"
          required
          value={password}
          error={fault === 'tooShort' && login.link.tooShort}
          onChange={(event) => setPassword(event.currentTarget.value)}
        />
        <PasswordInput
          label={login.link.again}
          autoComplete="new-password"
          required
          value={again}
          error={fault === 'differs' && login.link.differs}
          onChange={(event) => setAgain(event.currentTarget.value)}
        />
        {change.error && <ErrorPanel error={change.error} />}
        <Group justify="flex-end">
          <Button type="submit" variant="default" loading={change.isPending}>
            {profile.change}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}
