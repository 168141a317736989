import { Alert, Button, Group, Skeleton, Stack, Text, TextInput } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { type FormEvent, lazy, Suspense, useState } from 'react'
import { ask } from '../../ask/ask.ts'
import { CopyButton } from '../../parts/copy-button.tsx'
import { ErrorPanel } from '../../parts/error-panel.tsx'
import { useTexts } from '../../texts/texts.ts'
import classes from './login.module.css'

const QrCode = lazy(() => import('../../parts/qr-code.tsx').then(({ QrCode }) => ({ default: QrCode })))

/** Shows the secret for an authenticator app, and has it confirmed by a first code. */
export function TotpSetUp({ onDone }: { readonly onDone: (codes: readonly string[]) => void }) {
  const { login } = useTexts()
  const [code, setCode] = useState('')
  // Asked once: each answer is a new secret.
  const secret = useQuery({
    queryKey: ['', 'setUpTotp'],
    queryFn: () => ask('setUpTotp', {}),
    staleTime: Infinity,
    gcTime: 0,
  })
  const confirm = useMutation({
    mutationFn: () => ask('confirmTotp', { code: code.trim() }),
    onSuccess: ({ recoveryCodes }) => onDone(recoveryCodes),
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    confirm.mutate()
  }
  if (secret.error) return <ErrorPanel error={secret.error} onRetry={() => secret.refetch()} />
  return (
    <form onSubmit={submit}>
      <Stack>
        <Text size="sm">{login.setUp.appWhy}</Text>
        <Suspense fallback={<Skeleton className={classes.qr} />}>
          {secret.data ? (
            <QrCode text={secret.data.uri} label={login.setUp.qrCode} className={classes.qr ?? ''} />
          ) : (
            <Skeleton className={classes.qr} />
          )}
        </Suspense>
        <SecretToType secret={secret.data?.secret} />
        <TextInput
          label={login.second.totpCode}
          required
          autoComplete="one-time-code"
          inputMode="numeric"
          classNames={{ input: classes.digits ?? '' }}
          value={code}
          onChange={(event) => setCode(event.currentTarget.value)}
        />
        {confirm.error && (
          <Alert color="red" role="alert">
            {login.second.wrong}
          </Alert>
        )}
        <Button type="submit" size="md" loading={confirm.isPending}>
          {login.setUp.finish}
        </Button>
      </Stack>
    </form>
  )
}

/** For those who cannot scan: in groups of four, as one reads it aloud. */
function SecretToType({ secret }: { readonly secret: string | undefined }) {
  const { login } = useTexts()
  return (
    <div>
      <Text size="sm" c="dimmed">
        {login.setUp.appSecret}
      </Text>
      <Group gap={4} mih={28}>
        <Text size="sm" ff="monospace">
          {secret?.replaceAll(/(.{4})(?=.)/g, '$1 ')}
        </Text>
        {secret !== undefined && <CopyButton value={secret} />}
      </Group>
    </div>
  )
}
