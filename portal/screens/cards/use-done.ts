import { useMay } from '../../ask/brand-context.ts'
import { newRequestId, useCallToDo } from '../../ask/queries.ts'
import { showDone } from '../../parts/done-message.tsx'
import { changeWords, useTellFailed } from '../../parts/use-tell-failed.ts'
import { useTexts } from '../../texts/texts.ts'

interface DoneTo {
  readonly childCardNumber?: string | undefined
  /** The card, where it was not known before. */
  readonly cardNumber?: string
}

/** Says what was done, with an undo: whoever may do it may take it back for a while. */
export function useDone(ofCard: string | undefined, location: string | undefined) {
  const [mayVoid, mayServe] = [useMay('cards.repair'), useMay('terminal.use')]
  const { parts } = useTexts()
  const undo = useCallToDo('voidTransaction')
  const tell = useTellFailed()
  return (text: string, requestRef: string, { childCardNumber, cardNumber = ofCard ?? '' }: DoneTo = {}) => {
    const failed = { what: changeWords({ what: parts.undo, cardNumber }), title: parts.notUndone }
    const run = () =>
      undo.mutate(
        {
          request: { requestRef, cardNumber, ...(childCardNumber !== undefined && { childCardNumber }) },
          location,
          note: parts.undo,
          requestId: newRequestId(),
        },
        { onSuccess: () => showDone(parts.undone), onError: (error) => tell(failed, error) },
      )
    showDone(text, mayVoid || mayServe ? { label: parts.undo, run } : undefined)
  }
}
