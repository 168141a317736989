import { Button, Stack } from '@mantine/core'
import { useState } from 'react'
import { newRequestId, useCallToChange } from '../../../ask/queries.ts'
import { showDone } from '../../../parts/done-message.tsx'
import { ErrorPanel } from '../../../parts/error-panel.tsx'
import { useTexts } from '../../../texts/texts.ts'

/** Makes the brand what it was before a version. */
export function useUndo() {
  const { drafts: texts } = useTexts()
  const [requestId] = useState(newRequestId)
  const change = useCallToChange('rollbackBrand')
  const undo = (version: number) => {
    // By its promise: whoever offered to undo it may be gone by the time that it is done.
    change.mutateAsync({ request: { version: version - 1 }, requestId: `${requestId}-${version}` }).then(
      (done) => showDone(texts.undone(done.version ?? version)),
      () => undefined,
    )
  }
  return { undo, error: change.error, isPending: change.isPending }
}

export function UndoButton({ version }: { readonly version: number }) {
  const { drafts: texts } = useTexts()
  const { undo, error, isPending } = useUndo()
  return (
    <Stack gap="xs">
      <Button variant="default" loading={isPending} onClick={() => undo(version)}>
        {texts.undo}
      </Button>
      {error && <ErrorPanel error={error} />}
    </Stack>
  )
}
