import assert from 'node:assert/strict'
import type { PortalUser } from './portal-room.ts'
import { until } from './worker-room.ts'

/** A campaign that gives so much of every sale. */
export const off = (percent: number, more: object = {}) => ({
  ...{ id: 'promo', name: 'Promo', ...more },
  rules: [{ id: 'off', trigger: 'checkout', then: [{ discount: { percent } }] }],
})

const dayBefore = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10)

interface MadeDraft {
  readonly draftId: string
  readonly revision: number
}

export async function draftOf(user: PortalUser, campaign: { readonly id: string }): Promise<MadeDraft> {
  const entries = [{ section: 'campaigns', key: campaign.id, text: JSON.stringify(campaign) }]
  const { body } = await user.call('saveDraft', { title: 'Promo', entries })
  return { draftId: body.draftId, revision: body.revision }
}

/** What the draft would have done in the last 30 days, as the dialog asks for it, or from and to so many days ago. */
export async function foresee(
  user: PortalUser,
  { draftId, revision }: MadeDraft,
  [from, to]: readonly [number, number] = [30, 0],
): Promise<void> {
  const input = { from: dayBefore(from), to: dayBefore(to), draftId, draftRevision: revision }
  const { body } = await user.call('startErrand', { kind: 'replay', input })
  await until('the replay is done', async () => {
    const { state, error } = (await user.call('errandLookup', { errandId: body.errandId })).body
    assert.ok(state !== 'failed', error)
    return state === 'done'
  })
}
