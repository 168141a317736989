import { Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { useTexts } from '../../texts/texts.ts'
import { PasskeySetUp } from '../login/passkey-set-up.tsx'
import { RecoveryCodes } from '../login/recovery-codes.tsx'
import { TotpSetUp } from '../login/totp-set-up.tsx'

interface AddFactorProps {
  readonly kind: 'totp' | 'passkey'
  readonly onDone: () => void
}

/** Sets up a further second factor, and shows the recovery codes if there are new ones. */
export function AddFactor({ kind, onDone }: AddFactorProps) {
  const { login } = useTexts()
  const [codes, setCodes] = useState<readonly string[]>([])
  const finish = (recoveryCodes: readonly string[] = []) =>
    recoveryCodes.length > 0 ? setCodes(recoveryCodes) : onDone()
  if (codes.length > 0)
    return (
      <Stack>
        <Text size="sm">{login.setUp.codesWhy}</Text>
        <RecoveryCodes codes={codes} onKept={onDone} />
      </Stack>
    )
  return kind === 'totp' ? <TotpSetUp onDone={finish} /> : <PasskeySetUp onDone={() => finish()} />
}
