import { useBlocker } from '@tanstack/react-router'
import { ConfirmDialog } from '../../../parts/confirm-dialog.tsx'
import { useTexts } from '../../../texts/texts.ts'

interface UnsavedGuardProps {
  readonly isDirty: boolean
  /** Whether what is written here was saved or given up just now: the page may be left before it is drawn again. */
  readonly isLeaving: () => boolean
}

/** Asks before something that is not saved is left behind. */
export function UnsavedGuard({ isDirty, isLeaving }: UnsavedGuardProps) {
  const { settings } = useTexts()
  const { status, proceed, reset } = useBlocker({
    shouldBlockFn: ({ current, next }) => isDirty && !isLeaving() && placeOf(current) !== placeOf(next),
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
