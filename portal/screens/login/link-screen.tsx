import { Anchor, Button, PasswordInput, Skeleton, Stack, Text } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { type FormEvent, useState } from 'react'
import { ask } from '../../ask/ask.ts'
import { asking } from '../../ask/queries.ts'
import { meQuery } from '../../ask/session.ts'
import { ErrorPanel } from '../../parts/error-panel.tsx'
import { findPasswordFault, type PasswordFault } from '../../parts/new-password.ts'
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
  const [password, setPassword] = useState('')
  const [again, setAgain] = useState('')
  const [fault, setFault] = useState<PasswordFault>()
  const use = useMutation({
    mutationFn: () => ask('useLink', { link, password }),
    onSuccess: async () => {
      client.removeQueries({ queryKey: meQuery.queryKey })
      await navigate({ to: '/login' })
    },
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const found = findPasswordFault(password, again)
    setFault(found)
    if (!found) use.mutate()
  }
  return (
    <form onSubmit={submit} noValidate>
      <Stack>
        <input type="hidden" name="username" autoComplete="username" value={name} readOnly />
        <PasswordInput
          label={login.link.password}
          description={login.link.passwordHint}
          autoComplete="new-password"
          autoFocus
          value={password}
          error={fault === 'tooShort' && login.link.tooShort}
          onChange={(event) => setPassword(event.currentTarget.value)}
        />
        <PasswordInput
          label={login.link.again}
          autoComplete="new-password"
          value={again}
          error={fault === 'differs' && login.link.differs}
          onChange={(event) => setAgain(event.currentTarget.value)}
        />
        {use.error && <ErrorPanel error={use.error} />}
        <Button type="submit" size="md" loading={use.isPending}>
          <Text inherit>{login.link.set}</Text>
        </Button>
      </Stack>
    </form>
  )
}
