import { Alert, Button, Stack, Tabs, Text, TextInput } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useTexts } from '../../texts/texts.ts'
import { LoginCard } from './login-card.tsx'
import { makePasskey } from './passkey.ts'
import { RecoveryCodes } from './recovery-codes.tsx'
import { TotpSetUp } from './totp-set-up.tsx'

interface SetUpStepProps {
  readonly environment: string | undefined
  readonly onDone: () => void
}

/** Whoever needs a second factor and has none sets one up before anything else. */
export function SetUpStep({ environment, onDone }: SetUpStepProps) {
  const { login } = useTexts()
  const [codes, setCodes] = useState<readonly string[]>()
  const finish = (recoveryCodes: readonly string[] = []) =>
    recoveryCodes.length > 0 ? setCodes(recoveryCodes) : onDone()
  if (codes)
    return (
      <LoginCard title={login.setUp.codesTitle} why={login.setUp.codesWhy} environment={environment}>
        <RecoveryCodes codes={codes} onKept={onDone} />
      </LoginCard>
    )
  return (
    <LoginCard title={login.setUp.title} why={login.setUp.why} environment={environment}>
      <Tabs defaultValue="app" keepMounted={false}>
        <Tabs.List grow mb="md">
          <Tabs.Tab value="app">{login.setUp.app}</Tabs.Tab>
          <Tabs.Tab value="passkey">{login.setUp.passkey}</Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="app">
          <TotpSetUp onDone={finish} />
        </Tabs.Panel>
        <Tabs.Panel value="passkey">
          <PasskeySetUp onDone={finish} />
        </Tabs.Panel>
      </Tabs>
    </LoginCard>
  )
}

export function PasskeySetUp({ onDone }: { readonly onDone: (codes?: readonly string[]) => void }) {
  const { login } = useTexts()
  const [label, setLabel] = useState(login.setUp.passkeyDefault)
  const add = useMutation({ mutationFn: () => makePasskey(label), onSuccess: (made) => onDone(made.recoveryCodes) })
  return (
    <Stack>
      <Text size="sm">{login.setUp.passkeyWhy}</Text>
      <TextInput
        label={login.setUp.passkeyLabel}
        value={label}
        onChange={(event) => setLabel(event.currentTarget.value)}
      />
      {add.error && (
        <Alert color="red" role="alert">
          {login.second.passkeyFailed}
        </Alert>
      )}
      <Button size="md" loading={add.isPending} onClick={() => add.mutate()}>
        {login.setUp.addPasskey}
      </Button>
    </Stack>
  )
}
