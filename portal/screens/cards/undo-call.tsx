import { Button, Modal, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { newRequestId } from '../../ask/queries.ts'
import { showDone } from '../../parts/done-message.tsx'
import { useTexts } from '../../texts/texts.ts'
import { ChangeForm } from './dialogs/change-form.tsx'

interface Undoable {
  readonly requestRef: string
  readonly cardNumber?: string
  readonly place?: { readonly id: string }
  readonly happening?: { readonly childCardNumber?: string }
}

/** Voids a call after asking why. */
export function UndoCall({ call }: { readonly call: Undoable }) {
  const { call: texts, parts } = useTexts()
  const [requestId, setRequestId] = useState<string>()
  const { requestRef, cardNumber, place, happening } = call
  const { childCardNumber } = happening ?? {}
  return (
    <>
      <Button variant="default" onClick={() => setRequestId(newRequestId())}>
        {texts.undo}
      </Button>
      <Modal
        opened={requestId !== undefined}
        onClose={() => setRequestId(undefined)}
        title={texts.undoTitle}
        closeButtonProps={{ 'aria-label': parts.close }}
      >
        <Stack>
          <Text>{texts.undoWhat}</Text>
          <ChangeForm
            operation="voidTransaction"
            request={{
              requestRef,
              ...(cardNumber !== undefined && { cardNumber }),
              ...(childCardNumber !== undefined && { childCardNumber }),
            }}
            location={place?.id}
            requestId={requestId ?? ''}
            action={texts.undo}
            onDone={() => {
              setRequestId(undefined)
              showDone(texts.undone)
            }}
            onClose={() => setRequestId(undefined)}
          />
        </Stack>
      </Modal>
    </>
  )
}
