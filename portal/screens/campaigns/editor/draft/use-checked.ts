import { useEffect, useRef, useState } from 'react'
import { ask } from '../../../../ask/ask.ts'
import { useBrand } from '../../../../ask/brand-context.ts'
import type { NamedFault } from '../model/faults.ts'
import { type DraftText, sentEntry } from './draft.ts'

export interface Checked {
  readonly faults: readonly NamedFault[]
  readonly warnings: readonly NamedFault[]
  /** Whether it is about exactly what is there now. */
  readonly isCurrent: boolean
}

const nothing: Checked = { faults: [], warnings: [], isCurrent: false }

/** What the server says of the entries, at every letter: one question at a time, and always the latest. */
export function useChecked(entries: readonly DraftText[] | undefined): Checked {
  const { id: brand } = useBrand()
  const [found, setFound] = useState<Checked & { readonly of?: unknown }>(nothing)
  const waiting = useRef<readonly DraftText[]>(undefined)
  const isRunning = useRef(false)
  useEffect(() => {
    if (!entries || entries.length === 0) return
    waiting.current = entries
    if (isRunning.current) return
    isRunning.current = true
    const work = async () => {
      while (waiting.current) {
        const asked = waiting.current
        waiting.current = undefined
        const answer = await ask('checkDraft', { entries: asked.map(sentEntry) }, brand).catch(() => undefined)
        if (answer) setFound({ ...answer, isCurrent: true, of: asked })
      }
      isRunning.current = false
    }
    work().catch(() => {
      isRunning.current = false
    })
  }, [entries, brand])
  return { ...found, isCurrent: found.of === entries }
}
