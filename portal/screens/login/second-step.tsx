import { Alert, Anchor, Button, Stack, TextInput } from '@mantine/core'
import { IconFingerprint } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import type { Factor, LoginAnswer } from '../../ask/answers.ts'
import { ask } from '../../ask/ask.ts'
import { provePasskey } from '../../ask/passkey.ts'
import { hasReason } from '../../ask/portal-error.ts'
import { ErrorPanel } from '../../parts/error-panel.tsx'
import { useTexts } from '../../texts/texts.ts'
import classes from './login.module.css'
import { LoginCard } from './login-card.tsx'

interface SecondStepProps {
  readonly factors: readonly Factor[]
  readonly environment: string | undefined
  readonly onDone: (answer: LoginAnswer) => void
}

/** Asks for a code or a passkey, after the password. */
export function SecondStep({ factors, environment, onDone }: SecondStepProps) {
  const { login } = useTexts()
  const [way, setWay] = useState<Factor>(factors.includes('totp') ? 'totp' : (factors[0] ?? 'recoveryCode'))
  const others = (['totp', 'recoveryCode'] as const).filter((one) => one !== way && factors.includes(one))
  const why = { totp: login.second.totpWhy, passkey: login.second.passkeyWhy, recoveryCode: login.second.recoveryWhy }
  return (
    <LoginCard title={login.second.title} why={why[way]} environment={environment}>
      {way !== 'passkey' && <CodeForm key={way} way={way} onDone={onDone} />}
      {factors.includes('passkey') && <PasskeyButton isMain={way === 'passkey'} onDone={onDone} />}
      {others.map((other) => (
        <Anchor key={other} component="button" type="button" size="sm" onClick={() => setWay(other)}>
          {other === 'totp' ? login.second.useTotp : login.second.useRecovery}
        </Anchor>
      ))}
      <Anchor component="button" type="button" size="sm" c="dimmed" onClick={startAnew}>
        {login.second.back}
      </Anchor>
    </LoginCard>
  )
}

function startAnew() {
  const reload = () => location.assign('/portal/login')
  ask('logOut', {}).then(reload, reload)
}

interface CodeFormProps {
  readonly way: 'totp' | 'recoveryCode'
  readonly onDone: (answer: LoginAnswer) => void
}

function CodeForm({ way, onDone }: CodeFormProps) {
  const { login } = useTexts()
  const [code, setCode] = useState('')
  const isTotp = way === 'totp'
  const send = useMutation({
    mutationFn: () => ask(isTotp ? 'useTotp' : 'useRecoveryCode', { code: code.trim() }),
    onSuccess: onDone,
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    send.mutate()
  }
  const isBusyServer = hasReason(send.error, 'slowDown') || hasReason(send.error, 'unreachable')
  return (
    <form onSubmit={submit}>
      <Stack>
        <TextInput
          label={isTotp ? login.second.totpCode : login.second.recoveryCode}
          autoFocus
          required
          autoComplete="one-time-code"
          inputMode={isTotp ? 'numeric' : 'text'}
          classNames={{ input: classes.digits ?? '' }}
          value={code}
          onChange={(event) => setCode(event.currentTarget.value)}
        />
        {send.error && isBusyServer && <ErrorPanel error={send.error} />}
        {send.error && !isBusyServer && (
          <Alert color="red" role="alert">
            {isTotp ? login.second.wrong : login.second.wrongRecovery}
          </Alert>
        )}
        <Button type="submit" size="md" loading={send.isPending}>
          {login.second.continue}
        </Button>
      </Stack>
    </form>
  )
}

interface PasskeyButtonProps {
  readonly isMain: boolean
  readonly onDone: (answer: LoginAnswer) => void
}

function PasskeyButton({ isMain, onDone }: PasskeyButtonProps) {
  const { login } = useTexts()
  const prove = useMutation({ mutationFn: provePasskey, onSuccess: onDone })
  return (
    <>
      <Button
        size="md"
        variant={isMain ? 'filled' : 'default'}
        leftSection={<IconFingerprint size={18} />}
        loading={prove.isPending}
        onClick={() => prove.mutate()}
      >
        {login.second.passkey}
      </Button>
      {prove.error && (
        <Alert color="red" role="alert">
          {login.second.passkeyFailed}
        </Alert>
      )}
    </>
  )
}
