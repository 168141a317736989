import { useBlocker } from '@tanstack/react-router'
import { ConfirmDialog } from '../../../parts/confirm-dialog.tsx'
import { useTexts } from '../../../texts/texts.ts'

/** Asks before something that is not saved is left behind. */
export function UnsavedGuard({ isDirty }: { readonly isDirty: boolean }) {
  const { settings } = useTexts()
  const { status, proceed, reset } = useBlocker({
    shouldBlockFn: ({ current, next }) => isDirty && placeOf(current) !== placeOf(next),
    enableBeforeUnload: isDirty,
    withResolver: true,
  })
  return (
    <ConfirmDialog
      isOpen={status === 'blocked'}
      title={settings.leaveTitle}
      consequence={settings.leaveWhat}
      action={settings.leave}
      isDestructive
      onConfirm={() => proceed?.()}
      onClose={() => reset?.()}
    />
  )
}

/** Where one is, apart from the table's filter and the tab that is open. */
function placeOf({ pathname, search }: { readonly pathname: string; readonly search: object }): string {
  const { open, add, copy } = search as { readonly open?: string; readonly add?: boolean; readonly copy?: string }
  return JSON.stringify([pathname, open, add, copy])
}
