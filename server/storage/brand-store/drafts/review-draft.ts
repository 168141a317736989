import type { NewAuditEntry } from '../../../domain/audit/entry.ts'
import { asksSecondPerson } from '../../../domain/judge/second-person.ts'
import { defined } from '../../../ground/kernel/defined.ts'
import { type Refusal, refuse, refuseField } from '../../../ground/kernel/errors.ts'
import { formatDateTime, type Instant } from '../../../ground/kernel/time.ts'
import { insertAuditEntries } from '../../store/audit/entry.sql.ts'
import { storable } from '../history/versions.ts'
import { authorOf, authorsOf } from './author.ts'
import { compareDraft } from './compare-draft.ts'
import type { DraftIdentity } from './discard-draft.ts'
import { type DraftRow, type DraftState, listDraftEntries, reopenRow, reviewRow, submitRow } from './draft.sql.ts'
import { type Drafting, lockToChange } from './save-draft.ts'

/** Asks somebody else to look at a draft. One that could not be published is not worth their time. */
export async function submitDraft(drafting: Drafting, identity: DraftIdentity): Promise<Refusal | undefined> {
  const row = await lockToChange(drafting, identity)
  if ('code' in row) return row
  if (row.state !== 'open' && row.state !== 'refused') return wrongState(row, 'be sent to review')
  const { db, brand, origin } = drafting
  const rows = await listDraftEntries(db, brand.id, row.draft_id)
  const { faults, entries } = await compareDraft(db, brand, { rows, isOver: false })
  if (faults.length > 0) return refuseField(100, 'draftId', `the draft has ${faults.length} faults; mend them first`)
  if (entries.some(({ isConflict }) => isConflict))
    return refuseField(100, 'draftId', 'the draft has conflicts; resolve them first')
  await submitRow(db, brand.id, { id: row.draft_id, by: authorOf(origin) })
  await auditDraft(drafting, row, { action: 'draft.submitted', state: 'inReview' })
  return undefined
}

export interface DraftVerdict extends DraftIdentity {
  readonly isApproved: boolean
  readonly note: string | undefined
  /** Who counts as one person with whoever says so. */
  readonly oneHand: ReadonlySet<string>
}

/** A second person says whether a draft may be published. Nobody says so of what they wrote themselves. */
export async function reviewDraft(drafting: Drafting, verdict: DraftVerdict): Promise<Refusal | undefined> {
  const row = await lockToChange(drafting, verdict)
  if ('code' in row) return row
  if (row.state !== 'inReview') return wrongState(row, 'be reviewed')
  const { db, brand, origin } = drafting
  const by = authorOf(origin)
  const rows = await listDraftEntries(db, brand.id, row.draft_id)
  const { isApproved } = verdict
  const authors = authorsOf(row, rows)
  if (isApproved && authors.has(by))
    return refuse(104, 'You wrote some of this draft yourself: somebody else approves it.')
  const tied = isApproved && asksSecondPerson(brand.document) ? findTied(authors, verdict.oneHand) : undefined
  if (tied !== undefined) return refuse(104, oneHandText(tied))
  const note = verdict.note === undefined ? undefined : storable(verdict.note)
  await reviewRow(db, brand.id, { id: row.draft_id, by, isApproved, note })
  await auditDraft(drafting, row, { action: 'draft.reviewed', state: isApproved ? 'approved' : 'open' })
  return undefined
}

/** An author who counts as one person with whoever approves. */
const findTied = (authors: ReadonlySet<string>, oneHand: ReadonlySet<string>): string | undefined =>
  [...oneHand].find((name) => authors.has(authorOf({ actor: { kind: 'user', name } })))

const oneHandText = (name: string) =>
  `You and ${name} count as one person, because one login was invited, reset or given a role by the other in the last 14 days, directly or through others. Somebody else approves this draft.`

/** Takes a draft back from review or from its schedule, so that it can be changed or published at another time. */
export async function reopenDraft(drafting: Drafting, identity: DraftIdentity): Promise<DraftState | Refusal> {
  const row = await lockToChange(drafting, identity)
  if ('code' in row) return row
  if (row.state === 'open') return wrongState(row, 'be opened again')
  const wasApproved = row.state !== 'approved' && row.approved_revision === row.revision
  const state = wasApproved ? 'approved' : 'open'
  await reopenRow(drafting.db, drafting.brand.id, { id: row.draft_id, state })
  await auditDraft(drafting, row, { action: 'draft.reopened', state })
  return state
}

const words: { readonly [State in DraftState]: string } = {
  open: 'is open',
  inReview: 'is being reviewed',
  approved: 'is approved',
  scheduled: 'is scheduled',
  published: 'was published',
  refused: 'was refused when it was due',
  discarded: 'was discarded',
}

export const wrongState = ({ state }: DraftRow, what: string): Refusal =>
  refuseField(100, 'draftId', `the draft ${words[state]}, and cannot ${what}`)

interface ReviewedDraft {
  readonly action: NewAuditEntry['action']
  readonly state: DraftState
  readonly version?: number
  /** When it is to be published. */
  readonly at?: Instant
}

export async function auditDraft({ db, brand, origin }: Drafting, row: DraftRow, told: ReviewedDraft): Promise<void> {
  const { action, state, version, at } = told
  const { draft_id: subject, title, revision } = row
  const before = { title, state: row.state, revision }
  const due = at === undefined ? undefined : `${formatDateTime(at)} UTC`
  await insertAuditEntries(db, brand.id, [
    { ...origin, action, subject, before, after: defined({ title, state, version, at: due }) },
  ])
}
