import type { Refusal } from '../../../ground/kernel/errors.ts'
import { insertAuditEntries } from '../../store/audit/entry.sql.ts'
import { endDraft } from './draft.sql.ts'
import { type Drafting, lockToChange } from './save-draft.ts'

/** Which draft somebody means, and how they know it. */
export interface DraftIdentity {
  readonly draftId: string
  readonly revision: number
}

export async function discardDraft(drafting: Drafting, identity: DraftIdentity): Promise<Refusal | undefined> {
  const row = await lockToChange(drafting, identity)
  if ('code' in row) return row
  const { db, brand, origin } = drafting
  await endDraft(db, brand.id, { id: row.draft_id })
  const before = { title: row.title, state: row.state, revision: row.revision }
  const after = { title: row.title, state: 'discarded' }
  await insertAuditEntries(db, brand.id, [
    { ...origin, action: 'draft.discarded', subject: row.draft_id, before, after },
  ])
  return undefined
}
