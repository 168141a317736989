import { useMutation } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { ask, call, type RouteAnswer } from '../../../../ask/ask.ts'
import { useBrand } from '../../../../ask/brand-context.ts'
import { newRequestId } from '../../../../ask/queries.ts'
import { useSpoken } from '../../../../texts/texts.ts'
import type { LookedUpSection } from '../draft/draft.ts'
import { editText, textOf } from '../model/edit-text.ts'
import { readEntry } from '../model/entry-text.ts'
import { valueAt } from '../model/plain.ts'
import { freeId } from './free-id.ts'

interface Begun {
  readonly title: string
  readonly entries: readonly { readonly section: LookedUpSection; readonly key: string; readonly text: string }[]
}

/** Makes a draft and opens its campaign. */
export function useBegin() {
  const { texts, language } = useSpoken()
  const { editor } = texts
  const { id: brand } = useBrand()
  const navigate = useNavigate()
  const [needing, setNeeding] = useState<Needing>()
  const { mutate, isPending, error } = useMutation({
    mutationFn: async (begin: () => Promise<Begun | undefined>) => {
      const begun = await begin()
      if (!begun) return undefined
      const { title, entries } = begun
      const { draftId } = await call('saveDraft', { title, entries }, { brand, requestId: newRequestId() })
      return { draftId, campaign: entries.find(({ section }) => section === 'campaigns')?.key ?? '' }
    },
    onSuccess: async (made) => {
      if (!made) return
      const { draftId, campaign } = made
      await navigate({
        to: `/b/${encodeURIComponent(brand)}/campaigns/drafts/${draftId}/edit/campaigns/${encodeURIComponent(campaign)}`,
      })
    },
  })
  return {
    isPending,
    error,
    fromNothing: () =>
      mutate(async () => {
        const key = await freeId('campaign', brand)
        return {
          title: editor.newCampaign,
          entries: [{ section: 'campaigns', key, text: textOf(emptyCampaign(key, editor.newCampaign)) }],
        }
      }),
    /** Begins with a recipe, unless it takes something for granted or needs something first: then that is told, and `goOn` begins anyway. */
    fromRecipe: (recipe: RouteAnswer<'listRecipes'>['recipes'][number]) =>
      mutate(async () => {
        const { entries, needs, assumes } = await ask('recipeEntries', { id: recipe.id }, brand)
        const { title } = editor.recipe(recipe.id, recipe)
        const own = entries as Begun['entries']
        // The cookbook is in English: whoever reads another language begins with names that they can read.
        const begun = { title, entries: language === 'en' ? own : own.map((entry) => namedLike(title, entry)) }
        if (needs.length === 0 && assumes.length === 0) return begun
        setNeeding({ title: begun.title, needs, assumes, goOn: () => mutate(async () => begun) })
        return undefined
      }),
    needing,
    forget: () => setNeeding(undefined),
  }
}

/** A recipe that takes something for granted, or that a program of the brand is not ready for. */
export interface Needing {
  readonly title: string
  readonly needs: RouteAnswer<'recipeEntries'>['needs']
  readonly assumes: RouteAnswer<'recipeEntries'>['assumes']
  readonly goOn: () => void
}

/** Several rules keep their names, which tell them apart. */
function namedLike(title: string, entry: Begun['entries'][number]): Begun['entries'][number] {
  if (entry.section !== 'campaigns') return entry
  const rules = valueAt(readEntry(entry.text).value, ['rules'])
  const text = editText(entry.text, ['name'], title)
  return {
    ...entry,
    text: Array.isArray(rules) && rules.length === 1 ? editText(text, ['rules', 0, 'name'], title) : text,
  }
}

const emptyCampaign = (id: string, name: string) => ({
  id,
  name,
  // biome-ignore lint/suspicious/noThenProperty: the file's own word; a list, never a function
  rules: [{ id: 'rule', trigger: 'checkout', then: [] }],
})
