import { Button, Group, Stack } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { ask } from '../../ask/ask.ts'
import { showDone } from '../../parts/done-message.tsx'
import { ErrorPanel } from '../../parts/error-panel.tsx'
import { NewPasswordFields, useNewPassword } from '../../parts/new-password-fields.tsx'
import { PasswordField } from '../../parts/password-field.tsx'
import { useTexts } from '../../texts/texts.ts'

export function PasswordForm({ name }: { readonly name: string }) {
  const { profile } = useTexts()
  const [current, setCurrent] = useState('')
  const typed = useNewPassword()
  const change = useMutation({
    mutationFn: () => ask('changePassword', { current, password: typed.password }),
    onSuccess: () => {
      setCurrent('')
      typed.clear()
      showDone(profile.changed)
    },
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (typed.check()) change.mutate()
  }
  return (
    <form onSubmit={submit}>
      <Stack>
        <input type="hidden" name="username" autoComplete="username" value={name} readOnly />
        <PasswordField
          label={profile.current}
          autoComplete="current-password"
          required
          value={current}
          onChange={(event) => setCurrent(event.currentTarget.value)}
        />
        <NewPasswordFields typed={typed} />
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
