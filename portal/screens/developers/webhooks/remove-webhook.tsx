import { useState } from 'react'
import { useBrand } from '../../../ask/brand-context.ts'
import { newRequestId, useCallToChange } from '../../../ask/queries.ts'
import { ConfirmDialog } from '../../../parts/confirm-dialog.tsx'
import { showDone } from '../../../parts/done-message.tsx'
import { formatAmount } from '../../../parts/format.ts'
import { useTexts } from '../../../texts/texts.ts'
import type { ShownWebhook } from './webhook.ts'

interface RemoveWebhookProps {
  readonly webhook: ShownWebhook
  readonly version: number
  readonly onGone: () => void
  readonly onClose: () => void
}

export function RemoveWebhook({ webhook: { entry, state }, version, onGone, onClose }: RemoveWebhookProps) {
  const { webhooks: texts } = useTexts()
  const brand = useBrand()
  const [requestId] = useState(newRequestId)
  const edit = useCallToChange('editBrand', () => {
    showDone(texts.removed(entry.id))
    onClose()
    onGone()
  })
  const request = { edits: [{ section: 'webhooks' as const, key: entry.id }], baseVersion: version }
  return (
    <ConfirmDialog
      isOpen
      isDestructive
      title={texts.removeTitle(entry.id)}
      consequence={texts.removeWhat(formatAmount(state.waiting, brand))}
      action={texts.remove}
      isBusy={edit.isPending}
      error={edit.error}
      onConfirm={() => edit.mutate({ request, requestId })}
      onClose={onClose}
    />
  )
}
