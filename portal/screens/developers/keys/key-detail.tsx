import { Alert, Button, Group, Stack } from '@mantine/core'
import { useState } from 'react'
import { Facts } from '../../../parts/facts.tsx'
import { Moment } from '../../../parts/figures.tsx'
import { useTexts } from '../../../texts/texts.ts'
import { ChangeKey } from './change-key.tsx'
import { EndSecret, RevokeKey, RotateKey } from './key-dialogs.tsx'
import type { ListedKey } from './key-rights.ts'
import type { MadeKey } from './secret-shown.tsx'

type Dialog = 'change' | 'rotate' | 'finish' | 'revoke'

interface KeyDetailProps {
  readonly apiKey: ListedKey
  readonly onSecret: (made: MadeKey) => void
}

/** One key: what it may do, and what can be done with it. */
export function KeyDetail({ apiKey, onSecret }: KeyDetailProps) {
  const { keys } = useTexts()
  const [dialog, setDialog] = useState<Dialog>()
  const close = () => setDialog(undefined)
  const { isRevoked, origin, hasTwoSecrets } = apiKey
  const isChangeable = !isRevoked && origin === 'command'
  return (
    <Stack gap="lg">
      <KeyFacts apiKey={apiKey} />
      {!isRevoked && origin === 'file' && (
        <Alert color="gray" variant="light">
          {keys.fileNote}
        </Alert>
      )}
      {isChangeable && hasTwoSecrets && (
        <Alert color="yellow" variant="light">
          {keys.rotating}
        </Alert>
      )}
      {!isRevoked && (
        <Group gap="sm">
          {isChangeable && (
            <>
              <Button variant="default" onClick={() => setDialog('change')}>
                {keys.change}
              </Button>
              <Button variant="default" onClick={() => setDialog(hasTwoSecrets ? 'finish' : 'rotate')}>
                {hasTwoSecrets ? keys.finish : keys.rotate}
              </Button>
            </>
          )}
          <Button variant="light" color="red" onClick={() => setDialog('revoke')}>
            {keys.revoke}
          </Button>
        </Group>
      )}
      {dialog === 'change' && <ChangeKey apiKey={apiKey} onClose={close} />}
      {dialog === 'rotate' && <RotateKey apiKey={apiKey} onClose={close} onSecret={onSecret} />}
      {dialog === 'finish' && <EndSecret apiKey={apiKey} onClose={close} />}
      {dialog === 'revoke' && <RevokeKey apiKey={apiKey} onClose={close} />}
    </Stack>
  )
}

function KeyFacts({ apiKey }: { readonly apiKey: ListedKey }) {
  const { keys } = useTexts()
  const { scope, locations, addresses, expires, lastUsedDate, createdDate, revokedDate, strict } = apiKey
  return (
    <Facts
      facts={[
        [keys.scope, scope?.join(', ') ?? keys.anything],
        [keys.locations, locations?.join(', ') ?? keys.allLocations],
        [keys.addresses, addresses?.join(', ') ?? keys.anywhere],
        [keys.expires, expires === undefined ? keys.neverExpires : <Moment key="expires" at={expires} />],
        [keys.strict, strict ? keys.strictOn : keys.strictOff],
        [keys.lastUsed, lastUsedDate === undefined ? keys.neverUsed : <Moment key="used" at={lastUsedDate} />],
        [keys.made, <Moment key="made" at={createdDate} />],
        [keys.revokedAt, revokedDate !== undefined && <Moment key="revoked" at={revokedDate} />],
      ]}
    />
  )
}
