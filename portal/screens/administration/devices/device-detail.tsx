import { Button, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { useAskToChange } from '../../../ask/queries.ts'
import { ConfirmDialog } from '../../../parts/confirm-dialog.tsx'
import { showDone } from '../../../parts/done-message.tsx'
import { useTexts } from '../../../texts/texts.ts'
import type { TillDevice } from './device.ts'

interface DeviceDetailProps {
  readonly device: TillDevice
  readonly onGone: () => void
}

/** Who logs in there by a PIN, and how that ends. */
export function DeviceDetail({ device, onGone }: DeviceDetailProps) {
  const { devices } = useTexts().administration
  const [isAsking, setAsking] = useState(false)
  const revoke = useAskToChange('revokeDevice', () => {
    showDone(devices.revoked(device.name))
    setAsking(false)
    onGone()
  })
  const { deviceId, name, cashiers } = device
  return (
    <Stack>
      <Text>{cashiers.length === 0 ? devices.nobody : devices.somebody(cashiers.join(', '))}</Text>
      <Button variant="default" c="var(--mantine-color-error)" onClick={() => setAsking(true)}>
        {devices.revoke}
      </Button>
      <ConfirmDialog
        isOpen={isAsking}
        isDestructive
        title={devices.revoke}
        consequence={devices.revokeWhat(name, cashiers.length)}
        action={devices.revoke}
        isBusy={revoke.isPending}
        error={revoke.error}
        onConfirm={() => revoke.mutate({ deviceId })}
        onClose={() => setAsking(false)}
      />
    </Stack>
  )
}
