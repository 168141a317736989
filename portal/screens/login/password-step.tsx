import { Alert, Button, Divider, Stack, Text, TextInput } from '@mantine/core'
import { IconKey } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import type { BeforeLogIn, LoginAnswer } from '../../ask/answers.ts'
import { ask } from '../../ask/ask.ts'
import { isPortalError } from '../../ask/portal-error.ts'
import { ErrorPanel } from '../../parts/error-panel.tsx'
import { PasswordField } from '../../parts/password-field.tsx'
import { useTexts } from '../../texts/texts.ts'
import { DemoLogins } from './demo-logins.tsx'
import { LoginCard } from './login-card.tsx'

interface PasswordStepProps {
  readonly before: BeforeLogIn | undefined
  readonly error: unknown
  /** Why single sign-on led nowhere. */
  readonly ssoProblem?: 'unknown' | 'failed' | undefined
  readonly onDone: (answer: LoginAnswer) => void
}

export function PasswordStep({ before, error, ssoProblem, onDone }: PasswordStepProps) {
  const { login } = useTexts()
  const [name, setName] = useState('')
  const [password, setPassword] = useState('')
  const logIn = useMutation({
    mutationFn: (as: { readonly name: string; readonly password: string }) => ask('logIn', as),
    onSuccess: onDone,
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    logIn.mutate({ name, password })
  }
  return (
    <LoginCard title={login.welcome} environment={before?.environment}>
      {error !== null && error !== undefined && <ErrorPanel error={error} />}
      {ssoProblem && (
        <Alert color="red" role="alert" title={login.ssoProblems[ssoProblem].title}>
          {login.ssoProblems[ssoProblem].what}
        </Alert>
      )}
      <form onSubmit={submit}>
        <Stack>
          <TextInput
            label={login.name}
            name="username"
            autoComplete="username"
            autoCapitalize="none"
            spellCheck={false}
            autoFocus
            required
            value={name}
            onChange={(event) => setName(event.currentTarget.value)}
          />
          <PasswordField
            label={login.password}
            name="password"
            autoComplete="current-password"
            required
            value={password}
            onChange={(event) => setPassword(event.currentTarget.value)}
          />
          <LoginFault error={logIn.error} />
          <Button type="submit" size="md" loading={logIn.isPending && logIn.variables.name === name}>
            {login.logIn}
          </Button>
        </Stack>
      </form>
      {before?.singleSignOn && <SingleSignOn label={before.singleSignOn.label} />}
      {before?.demoLogins && (
        <DemoLogins logins={before.demoLogins} isBusy={logIn.isPending} onChoose={(one) => logIn.mutate(one)} />
      )}
    </LoginCard>
  )
}

/** Whether it was the name or the password is told nobody. */
function LoginFault({ error }: { readonly error: unknown }) {
  const { login } = useTexts()
  if (!error) return null
  const isWrong = isPortalError(error) && ['loginNeeded', 'forbidden', 'invalid', 'notFound'].includes(error.reason)
  return isWrong ? (
    <Alert color="red" role="alert">
      {login.wrong}
    </Alert>
  ) : (
    <ErrorPanel error={error} />
  )
}

function SingleSignOn({ label }: { readonly label: string }) {
  const { login } = useTexts()
  return (
    <>
      <Divider label={<Text size="sm">{login.or}</Text>} />
      <Button component="a" href="/portal/sso/start" variant="default" size="md" leftSection={<IconKey size={18} />}>
        {login.singleSignOn(label)}
      </Button>
    </>
  )
}
