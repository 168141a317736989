import { newRequestId, useCallToChange } from '../../ask/queries.ts'
import { showDone } from '../../parts/done-message.tsx'
import { useMay } from '../../shell/brand-context.ts'
import { useTexts } from '../../texts/texts.ts'

/** Says what was done, with an undo for those who may void. */
export function useDone(cardNumber: string, location: string | undefined) {
  const mayVoid = useMay('cards.repair')
  const { parts } = useTexts()
  const undo = useCallToChange('voidTransaction')
  return (text: string, requestRef: string) => {
    const run = () =>
      undo.mutate(
        { request: { requestRef, cardNumber }, location, note: parts.undo, requestId: newRequestId() },
        { onSuccess: () => showDone(parts.undone) },
      )
    showDone(text, mayVoid ? { label: parts.undo, run } : undefined)
  }
}
