import { Alert, Button, Stack, Text, TextInput } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { makePasskey } from '../../ask/passkey.ts'
import { useTexts } from '../../texts/texts.ts'

/** Adds a passkey of this device, or of a security key. */
export function PasskeySetUp({ onDone }: { readonly onDone: () => void }) {
  const { login } = useTexts()
  const [label, setLabel] = useState(login.setUp.passkeyDefault)
  const add = useMutation({ mutationFn: () => makePasskey(label), onSuccess: onDone })
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
