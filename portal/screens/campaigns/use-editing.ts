import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { ask } from '../../ask/ask.ts'
import { useBrand } from '../../ask/brand-context.ts'
import { newRequestId, useCallToChange } from '../../ask/queries.ts'
import { useTexts } from '../../texts/texts.ts'
import type { CampaignPage } from './page-answer.ts'

/** Makes a draft that begins with the campaign as it is, and opens it in the editor. */
export function useEditing({ id, name }: CampaignPage) {
  const { campaign: texts } = useTexts()
  const brand = useBrand()
  const navigate = useNavigate()
  const [requestId] = useState(newRequestId)
  const [failed, setFailed] = useState<unknown>()
  const save = useCallToChange('saveDraft')
  const edit = async () => {
    const { text, version } = await ask('entryText', { section: 'campaigns', key: id }, brand.id)
    const request = {
      title: texts.draftTitle(name),
      baseVersion: version,
      entries: [{ section: 'campaigns' as const, key: id, text }],
    }
    const { draftId } = await save.mutateAsync({ request, requestId })
    const address = ['campaigns', 'drafts', draftId, 'edit', 'campaigns', id].map(encodeURIComponent).join('/')
    await navigate({ to: `/b/${encodeURIComponent(brand.id)}/${address}` as never })
  }
  return {
    edit: () => {
      setFailed(undefined)
      edit().catch(setFailed)
    },
    isBusy: save.isPending,
    error: failed ?? null,
  }
}
