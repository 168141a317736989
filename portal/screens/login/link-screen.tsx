import { Anchor, Button, Skeleton, Stack, Text } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { type FormEvent, useState } from 'react'
import { ask } from '../../ask/ask.ts'
import { asking } from '../../ask/queries.ts'
import { meQuery } from '../../ask/session.ts'
import { ErrorPanel } from '../../parts/error-panel.tsx'
import { NewPasswordFields, useNewPassword } from '../../parts/new-password-fields.tsx'
import { useTexts } from '../../texts/texts.ts'
import { LoginCard } from './login-card.tsx'

/** Where one-time links lead. What is behind the # reaches no log on the way. */
export function LinkScreen() {
  const [link] = useState(() => location.hash.slice(1))
  const { login } = useTexts()
  const seen = useQuery({ ...asking('lookAtLink', { link }), retry: false, staleTime: Infinity })
  if (link === '' || seen.error)
    return (
      <LoginCard title={login.link.over} why={login.link.overWhy}>
        <Anchor component={Link} to="/login">
          {login.link.toLogin}
        </Anchor>
      </LoginCard>
    )
  if (!seen.data)
    return (
      <LoginCard title={login.title}>
        <Skeleton height={200} />
      </LoginCard>
    )
  const { purpose, name } = seen.data
  const why = purpose === 'invitation' ? login.link.invitationWhy : login.link.resetWhy
  return (
    <LoginCard title={login.link[purpose](name)} why={why}>
      <NewPassword link={link} name={name} />
    </LoginCard>
  )
}

function NewPassword({ link, name }: { readonly link: string; readonly name: string }) {
  const { login } = useTexts()
  const client = useQueryClient()
  const navigate = useNavigate()
  const typed = useNewPassword()
  const use = useMutation({
    mutationFn: () => ask('useLink', { link, password: typed.password }),
    onSuccess: async ({ owes }) => {
      client.removeQueries({ queryKey: meQuery.queryKey })
      // They are logged in; only a second factor may be missing, and the way in asks for that.
      await navigate({ to: owes === undefined ? '/' : '/login' })
    },
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (typed.check()) use.mutate()
  }
  return (
    <form onSubmit={submit} noValidate>
      <Stack>
        <input type="hidden" name="username" autoComplete="username" value={name} readOnly />
        <NewPasswordFields typed={typed} isFirst />
        {use.error && <ErrorPanel error={use.error} />}
        <Button type="submit" size="md" loading={use.isPending}>
          <Text inherit>{login.link.set}</Text>
        </Button>
      </Stack>
    </form>
  )
}
