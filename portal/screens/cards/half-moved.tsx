import { Alert, Button, Group, Modal, Text } from '@mantine/core'
import { useState } from 'react'
import { useMay } from '../../ask/brand-context.ts'
import { newRequestId, useAsking } from '../../ask/queries.ts'
import { useTexts } from '../../texts/texts.ts'
import { MoveDialog } from './dialogs/move-dialog.tsx'
import { usePlace } from './place.tsx'
import type { ServedCard } from './till-dialog.ts'

/** A card that was emptied and whose value is on no other card yet: by a till, or by a move that was cut off. */
export function HalfMoved({ card }: { readonly card: ServedCard }) {
  const { till: texts, parts } = useTexts()
  const mayRepair = useMay('cards.repair')
  const [requestId, setRequestId] = useState<string>()
  const { data: setup } = useAsking('terminalSetup', {}, { enabled: mayRepair })
  const { location } = usePlace(setup?.places ?? [])
  const close = () => setRequestId(undefined)
  return (
    <Alert color="yellow" title={texts.halfMoved}>
      <Group justify="space-between">
        <Text size="sm">{texts.halfMovedWhat}</Text>
        {mayRepair && (
          <Button disabled={!setup} onClick={() => setRequestId(newRequestId())}>
            {texts.finishMove}
          </Button>
        )}
      </Group>
      <Modal
        opened={requestId !== undefined}
        onClose={close}
        title={texts.finishMove}
        closeButtonProps={{ 'aria-label': parts.close }}
      >
        {requestId !== undefined && setup && (
          <MoveDialog kind="replace" {...{ card, setup, location, requestId, onClose: close }} />
        )}
      </Modal>
    </Alert>
  )
}
