import { Text } from '@mantine/core'
import { showDone } from '../../../parts/done-message.tsx'
import { useTexts } from '../../../texts/texts.ts'
import type { TillDialog } from '../till-dialog.ts'
import { ChangeForm } from './change-form.tsx'

/** Makes a card usable again that was lost and found, suspended, or expired. */
export function ReactivateDialog({ card, location, requestId, onClose }: TillDialog) {
  const { till: texts } = useTexts()
  return (
    <ChangeForm
      operation="reactivate"
      request={{ cardNumber: card.cardNumber }}
      location={location}
      requestId={requestId}
      action={texts.actions.reactivate}
      onDone={() => {
        showDone(texts.done.reactivate)
        onClose()
      }}
      onClose={onClose}
    >
      <Text>{texts.reactivateWhat}</Text>
    </ChangeForm>
  )
}
