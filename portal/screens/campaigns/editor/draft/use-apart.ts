import { useMutation } from '@tanstack/react-query'
import { useMemo } from 'react'
import { type ApartRule, isSamePlace, type RulePlace } from '../../../../../server/domain/brand/rules-apart.ts'
import { ask } from '../../../../ask/ask.ts'
import { useBrand } from '../../../../ask/brand-context.ts'
import { useAsking } from '../../../../ask/queries.ts'
import { editText } from '../model/edit-text.ts'
import { readEntry } from '../model/entry-text.ts'
import { isEntry, isSame, listOf, valueAt } from '../model/plain.ts'
import { rulesWithDraft } from '../model/rules-with-draft.ts'
import { addressOf } from './draft.ts'
import type { useDraft } from './use-draft.ts'

/** Discounts of the brand with those of the draft, and which of them keep each other out. */
export interface Apart {
  readonly rules: readonly ApartRule[]
  /** Puts rules into groups, each in its own campaign; one that is not in the draft yet comes into it. */
  readonly put: (moves: readonly GroupMove[]) => void
  /** The group that a rule has now, without the draft. */
  readonly liveGroup: (place: RulePlace) => string | undefined
  readonly isBusy: boolean
  readonly error: Error | null
}

export interface GroupMove extends RulePlace {
  /** Undefined: none. */
  readonly group: string | undefined
}

/** `edited`: the entry that is open, as it says now. */
export function useApart(draft: ReturnType<typeof useDraft>, edited: unknown): Apart {
  const { id: brand } = useBrand()
  const { data } = useAsking('discountRules', {})
  const entries = draft.own?.entries
  const rules = useMemo(() => rulesWithDraft(data, entries ?? []), [entries, data])
  const { mutate, isPending, error } = useMutation({
    mutationFn: async (moves: readonly GroupMove[]) => {
      const openKey = isEntry(edited) ? edited.id : undefined
      for (const [key, own] of Map.groupBy(moves, ({ campaign }) => campaign)) {
        const entry = { section: 'campaigns' as const, key }
        const live = await ask('entryText', entry, brand).catch((fault) => {
          // A campaign that is new in the draft is not live.
          if (entries?.some((one) => addressOf(one) === addressOf(entry))) return undefined
          throw fault
        })
        const next = (text: string) => own.reduce(withGroup, text)
        const now = entries?.find((one) => addressOf(one) === addressOf(entry))?.text ?? live?.text ?? ''
        const isAsLive = live && isSame(readEntry(next(now)).value, readEntry(live.text).value)
        if (isAsLive && key !== openKey) draft.leaveOut(entry)
        else draft.edit(entry, next, live?.text ?? '')
      }
    },
  })
  return {
    rules,
    put: mutate,
    liveGroup: (place) => data?.rules.find((one) => isSamePlace(one, place))?.group,
    isBusy: isPending,
    error,
  }
}

function withGroup(text: string, { rule, group }: GroupMove): string {
  const index = listOf(valueAt(readEntry(text).value, ['rules'])).findIndex((one) => isEntry(one) && one.id === rule)
  return index < 0 ? text : editText(text, ['rules', index, 'exclusive'], group)
}
