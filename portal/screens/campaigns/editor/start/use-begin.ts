import { useMutation } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { ask, call } from '../../../../ask/ask.ts'
import { newRequestId } from '../../../../ask/queries.ts'
import { useBrand } from '../../../../shell/brand-context.ts'
import { useTexts } from '../../../../texts/texts.ts'
import type { DraftSection } from '../draft/draft.ts'
import { textOf } from '../model/edit-text.ts'
import { freeId } from './free-id.ts'

interface Begun {
  readonly title: string
  readonly entries: readonly { readonly section: DraftSection; readonly key: string; readonly text: string }[]
}

/** Makes a draft and opens its campaign. */
export function useBegin() {
  const { editor } = useTexts()
  const { id: brand } = useBrand()
  const navigate = useNavigate()
  const { mutate, isPending, error } = useMutation({
    mutationFn: async (begin: () => Promise<Begun>) => {
      const { title, entries } = await begin()
      const { draftId } = await call('saveDraft', { title, entries }, { brand, requestId: newRequestId() })
      return { draftId, campaign: entries.find(({ section }) => section === 'campaigns')?.key ?? '' }
    },
    onSuccess: ({ draftId, campaign }) =>
      navigate({
        to: `/b/${encodeURIComponent(brand)}/campaigns/drafts/${draftId}/edit/campaigns/${encodeURIComponent(campaign)}`,
      }),
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
    fromRecipe: (title: string) =>
      mutate(async () => {
        const { entries } = await ask('recipeEntries', { title }, brand)
        return { title: editor.recipeTitle(title), entries: entries as Begun['entries'] }
      }),
  }
}

const emptyCampaign = (id: string, name: string) => ({
  id,
  name,
  // biome-ignore lint/suspicious/noThenProperty: the file's own word; a list, never a function
  rules: [{ id: 'rule', trigger: 'checkout', then: [] }],
})
