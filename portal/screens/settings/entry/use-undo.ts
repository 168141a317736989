import { notifications } from '@mantine/notifications'
import { useQueryClient } from '@tanstack/react-query'
import { call } from '../../../ask/ask.ts'
import { useBrand } from '../../../ask/brand-context.ts'
import { showDone } from '../../../parts/done-message.tsx'
import { useTexts } from '../../../texts/texts.ts'
import type { SettingsSection } from '../sections.ts'
import type { Entry } from './merge.ts'

interface Done {
  readonly section: SettingsSection
  readonly keyName: string | undefined
  /** Absent: it was new. */
  readonly before: Entry | undefined
  /** Absent: it was removed. */
  readonly after: Entry | undefined
  /** Absent: nothing was changed. */
  readonly version: number | undefined
}

/**
 * Says what was saved, and offers to undo it. That puts back the one entry as it was, in a further version: what others
 * have changed meanwhile stays, and if they have changed the same entry, it is refused.
 */
export function useUndo() {
  const { settings, parts } = useTexts()
  const { id: brand } = useBrand()
  const client = useQueryClient()
  const undo = async (name: string, { section, keyName, before, after, version }: Done) => {
    const whole = before ?? after ?? {}
    const key = keyName === undefined ? {} : { key: String(whole[keyName]) }
    // A section that is no list is never gone, only empty.
    const entry = before ?? (keyName === undefined ? {} : undefined)
    const edit = { section, ...key, ...(entry && { entry }) }
    const request = { edits: [edit], baseVersion: version ?? 1, note: parts.undone }
    const made = await call('editBrand', request as never, { brand, note: parts.undone })
    await client.invalidateQueries({ queryKey: [brand] })
    showDone(settings.undone(name, made.version ?? version ?? 1))
  }
  return (name: string, done: Done) => {
    const { version } = done
    if (version === undefined) return showDone(settings.nothingChanged)
    const text = done.after ? settings.saved(name, version) : settings.removed(name, version)
    showDone(text, {
      label: parts.undo,
      run: () => {
        undo(name, done).catch((error: unknown) => {
          const message = error instanceof Error ? error.message : String(error)
          notifications.show({ color: 'red', title: settings.undoFailed, message, autoClose: false })
        })
      },
    })
  }
}
