import { useMutation } from '@tanstack/react-query'
import { useMemo } from 'react'
import { ask } from '../../../../ask/ask.ts'
import { useBrand } from '../../../../ask/brand-context.ts'
import { useAsking } from '../../../../ask/queries.ts'
import { editText } from '../model/edit-text.ts'
import { readEntry } from '../model/entry-text.ts'
import { isEntry, isSame, listOf, valueAt } from '../model/plain.ts'
import { addressOf } from './draft.ts'
import type { useDraft } from './use-draft.ts'

/** Promotions that compete: who wins, and how many of them. */
export interface CompetingGroup {
  readonly id: string
  readonly best: string
  readonly keep: number
}

/** The groups of the brand with those of the draft. */
export interface Groups {
  readonly all: readonly CompetingGroup[]
  /** Makes a group, or changes it: what holds for all promotions comes into the draft for it. */
  readonly put: (group: CompetingGroup) => void
  readonly isBusy: boolean
  readonly error: Error | null
}

const section = 'promotions' as const

export function useGroups(draft: ReturnType<typeof useDraft>): Groups {
  const { id: brand } = useBrand()
  const { data } = useAsking('entry', { section })
  const entries = draft.own?.entries
  const written = entries?.find((one) => addressOf(one) === section)?.text
  const all = useMemo(() => groupsOf(written === undefined ? data?.entry : readEntry(written).value), [written, data])
  const { mutate, isPending, error } = useMutation({
    mutationFn: async (group: CompetingGroup) => {
      const hasLive = isEntry(data?.entry) && Object.keys(data.entry).length > 0
      const live = hasLive ? (await ask('entryText', { section }, brand)).text : ''
      const next = (text: string) => withGroup(text, group)
      if (isSame(readEntry(next(written ?? live)).value, readEntry(live).value)) draft.leaveOut({ section })
      else draft.edit({ section }, next, live)
    },
  })
  return { all, put: mutate, isBusy: isPending, error }
}

function groupsOf(promotions: unknown): readonly CompetingGroup[] {
  return listOf(valueAt(promotions, ['groups'])).flatMap((one) => {
    if (!isEntry(one) || typeof one.id !== 'string') return []
    const { id, best = 'customer', keep = 1 } = one
    return [{ id, best: String(best), keep: Number(keep) }]
  })
}

/** One is not written where it is what there is without it. */
function withGroup(text: string, { id, best, keep }: CompetingGroup): string {
  const { value } = readEntry(text)
  const groups = listOf(valueAt(value, ['groups']))
  const group = { id, best, ...(keep !== 1 && { keep }) }
  const index = groups.findIndex((one) => isEntry(one) && one.id === id)
  const next = index < 0 ? [...groups, group] : groups.with(index, group)
  // A text that says nothing yet becomes an object.
  return editText(text, [], { ...(isEntry(value) && value), groups: next })
}
