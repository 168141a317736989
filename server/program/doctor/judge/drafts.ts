import { type Finding, ok, problem } from '../finding.ts'

/** A draft that could not be published when it was due, or that is overdue. */
export interface DraftSight {
  readonly brand: string
  readonly draftId: string
  readonly state: 'refused' | 'scheduled'
}

const point = 'drafts'

export function judgeDrafts(sights: readonly DraftSight[]): Finding[] {
  if (sights.length === 0) return [ok(point, 'none is overdue, and none was refused lately')]
  return sights.map(({ brand, draftId, state }) =>
    state === 'refused'
      ? problem(
          point,
          `${draftId} of brand ${brand} could not be published when it was due`,
          'Open it in the portal (Campaigns, Drafts), or call draftLookup, which says why. Mend it and publish it again, or discard it.',
        )
      : problem(
          point,
          `${draftId} of brand ${brand} has been due for more than ten minutes`,
          'Look whether background jobs run (purser jobs), and at the log of the server.',
        ),
  )
}
