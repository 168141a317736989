import { useMutation } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { ask, call, type RouteAnswer } from '../../../../ask/ask.ts'
import { useBrand } from '../../../../ask/brand-context.ts'
import { newRequestId } from '../../../../ask/queries.ts'
import { useTexts } from '../../../../texts/texts.ts'
import type { LookedUpSection } from '../draft/draft.ts'
import { textOf } from '../model/edit-text.ts'
import { freeId } from './free-id.ts'

interface Begun {
  readonly title: string
  readonly entries: readonly { readonly section: LookedUpSection; readonly key: string; readonly text: string }[]
}

/** Makes a draft and opens its campaign. */
export function useBegin() {
  const { editor } = useTexts()
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
        const begun = { title, entries: entries as Begun['entries'] }
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

const emptyCampaign = (id: string, name: string) => ({
  id,
  name,
  // biome-ignore lint/suspicious/noThenProperty: the file's own word; a list, never a function
  rules: [{ id: 'rule', trigger: 'checkout', then: [] }],
})
