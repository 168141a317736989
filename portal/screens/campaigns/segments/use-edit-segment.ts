import { useMutation } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { ask, call } from '../../../ask/ask.ts'
import { newRequestId } from '../../../ask/queries.ts'
import { useBrand } from '../../../shell/brand-context.ts'
import { useTexts } from '../../../texts/texts.ts'
import { textOf } from '../editor/model/edit-text.ts'

/** Makes a draft of a segment, or of a new one, and opens it. */
export function useEditSegment() {
  const { segments: texts } = useTexts()
  const { id: brand } = useBrand()
  const navigate = useNavigate()
  const { mutate, isPending, error } = useMutation({
    mutationFn: async (known: string | undefined) => {
      const key = known ?? (await freeSegment(brand))
      const text =
        known === undefined
          ? textOf({ id: key, name: texts.newSegment, where: [] })
          : (await ask('entryText', { section: 'segments', key }, brand)).text
      const title = known === undefined ? texts.newSegment : texts.draftOf(known)
      const request = { title, entries: [{ section: 'segments' as const, key, text }] }
      const { draftId } = await call('saveDraft', request, { brand, requestId: newRequestId() })
      return { draftId, key }
    },
    onSuccess: ({ draftId, key }) =>
      navigate({
        to: `/b/${encodeURIComponent(brand)}/campaigns/drafts/${draftId}/edit/segments/${encodeURIComponent(key)}`,
      }),
  })
  return { isPending, error, begin: (known?: string) => mutate(known) }
}

/** An id that no segment has; people never see it. */
async function freeSegment(brand: string): Promise<string> {
  const ids = Array.from({ length: 200 }, (_, index) => (index === 0 ? 'segment' : `segment-${index + 1}`))
  const { names } = await ask('findNames', { noun: 'segment', ids, count: 200 }, brand)
  const taken = new Set(names.map((one) => one.id))
  return ids.find((one) => !taken.has(one)) ?? `segment-${taken.size + 1}`
}
