import { useMutation } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { ask, call } from '../../../ask/ask.ts'
import { useBrand } from '../../../ask/brand-context.ts'
import { newRequestId } from '../../../ask/queries.ts'
import { useTexts } from '../../../texts/texts.ts'
import { textOf } from '../editor/model/edit-text.ts'
import { freeId } from '../editor/start/free-id.ts'

interface KnownSegment {
  readonly id: string
  readonly name: string
}

/** Makes a draft of a segment, or of a new one, and opens it. */
export function useEditSegment() {
  const { segments: texts } = useTexts()
  const { id: brand } = useBrand()
  const navigate = useNavigate()
  const { mutate, isPending, error } = useMutation({
    mutationFn: async (known: KnownSegment | undefined) => {
      const key = known?.id ?? (await freeId('segment', brand))
      const text =
        known === undefined
          ? textOf({ id: key, name: texts.newSegment, where: [] })
          : (await ask('entryText', { section: 'segments', key }, brand)).text
      const title = known === undefined ? texts.newSegment : texts.draftOf(known.name)
      const request = { title, entries: [{ section: 'segments' as const, key, text }] }
      const { draftId } = await call('saveDraft', request, { brand, requestId: newRequestId() })
      return { draftId, key }
    },
    onSuccess: ({ draftId, key }) =>
      navigate({
        to: `/b/${encodeURIComponent(brand)}/campaigns/drafts/${draftId}/edit/segments/${encodeURIComponent(key)}`,
      }),
  })
  return { isPending, error, begin: (known?: KnownSegment) => mutate(known) }
}
