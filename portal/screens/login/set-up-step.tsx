import { Tabs } from '@mantine/core'
import { useState } from 'react'
import { useTexts } from '../../texts/texts.ts'
import { LoginCard } from './login-card.tsx'
import { PasskeySetUp } from './passkey-set-up.tsx'
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
          <PasskeySetUp onDone={onDone} />
        </Tabs.Panel>
      </Tabs>
    </LoginCard>
  )
}
