import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { call, type OperationRequest } from '../../../ask/ask.ts'
import { useBrand } from '../../../ask/brand-context.ts'
import { newRequestId } from '../../../ask/queries.ts'

interface NewDraft extends Omit<OperationRequest<'saveDraft'>, 'draftId' | 'revision'> {
  /** Whether somebody else is asked for a review at once. */
  readonly isSubmitted?: boolean
}

/** Titles can be this long. */
const titleMax = 200

/** Makes a draft of what somebody asked for with one press, and opens it. */
export function useNewDraft(make: () => Promise<NewDraft>) {
  const { id: brand } = useBrand()
  const client = useQueryClient()
  const navigate = useNavigate()
  const [requestId] = useState(newRequestId)
  const { mutate, isPending, error } = useMutation({
    mutationFn: async () => {
      const { isSubmitted = false, ...made } = await make()
      const request = { ...made, title: made.title.slice(0, titleMax) }
      const { draftId, revision } = await call('saveDraft', request, { brand, requestId })
      if (isSubmitted) await call('submitDraft', { draftId, revision }, { brand, requestId: `${requestId}-review` })
      return draftId
    },
    onSuccess: async (draft) => {
      await client.invalidateQueries({ queryKey: [brand] })
      await navigate({ to: '/b/$brand/campaigns/drafts/$draft', params: { brand, draft } } as never)
    },
  })
  return { begin: () => mutate(), isPending, error }
}
