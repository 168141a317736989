import { useState } from 'react'
import { newRequestId, useCallToChange } from '../../../ask/queries.ts'
import { ConfirmDialog } from '../../../parts/confirm-dialog.tsx'
import { showDone } from '../../../parts/done-message.tsx'
import { Moment } from '../../../parts/figures.tsx'
import { useTexts } from '../../../texts/texts.ts'
import type { ListedKey } from './key-rights.ts'
import type { MadeKey } from './secret-shown.tsx'

interface KeyDialogProps {
  readonly apiKey: ListedKey
  readonly onClose: () => void
}

export function RotateKey({
  apiKey: { key, locations },
  onClose,
  onSecret,
}: KeyDialogProps & { onSecret: (made: MadeKey) => void }) {
  const { keys } = useTexts()
  const [requestId] = useState(newRequestId)
  const rotate = useCallToChange('rotateKey')
  const onConfirm = () =>
    rotate.mutate(
      { request: { key }, requestId },
      {
        onSuccess: ({ secret = '' }) => {
          onClose()
          onSecret({ key, secret, locations, isRotated: true })
        },
      },
    )
  return (
    <ConfirmDialog
      isOpen
      title={keys.rotateTitle(key)}
      consequence={keys.rotateWhat}
      action={keys.rotate}
      isBusy={rotate.isPending}
      error={rotate.error}
      {...{ onConfirm, onClose }}
    />
  )
}

export function EndSecret({ apiKey: { key }, onClose }: KeyDialogProps) {
  const { keys } = useTexts()
  const [requestId] = useState(newRequestId)
  const rotate = useCallToChange('rotateKey')
  const onSuccess = () => {
    showDone(keys.finished(key))
    onClose()
  }
  return (
    <ConfirmDialog
      isOpen
      isDestructive
      title={keys.finishTitle(key)}
      consequence={keys.finishWhat}
      action={keys.finish}
      isBusy={rotate.isPending}
      error={rotate.error}
      onConfirm={() => rotate.mutate({ request: { key, finish: true }, requestId }, { onSuccess })}
      onClose={onClose}
    />
  )
}

export function RevokeKey({ apiKey: { key, lastUsedDate }, onClose }: KeyDialogProps) {
  const { keys } = useTexts()
  const [requestId] = useState(newRequestId)
  const revoke = useCallToChange('revokeKey')
  const onSuccess = () => {
    showDone(keys.revoked(key))
    onClose()
  }
  const consequence =
    lastUsedDate === undefined ? (
      keys.revokeUnused
    ) : (
      <>
        {keys.revokeUsed} <Moment at={lastUsedDate} />
      </>
    )
  return (
    <ConfirmDialog
      isOpen
      isDestructive
      title={keys.revokeTitle(key)}
      consequence={consequence}
      action={keys.revoke}
      isBusy={revoke.isPending}
      error={revoke.error}
      onConfirm={() => revoke.mutate({ request: { key }, requestId }, { onSuccess })}
      onClose={onClose}
    />
  )
}
