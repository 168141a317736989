import type { NewAuditEntry } from '../../../domain/audit/entry.ts'
import { countsApprovals } from '../../../domain/judge/second-person.ts'
import type { Sql } from '../../../ground/database/connection.ts'
import { defined } from '../../../ground/kernel/defined.ts'
import { type Refusal, refuse, refuseField } from '../../../ground/kernel/errors.ts'
import type { BrandId } from '../../../ground/kernel/ids.ts'
import type { Language } from '../../../ground/kernel/language.ts'
import { formatDateTime, type Instant } from '../../../ground/kernel/time.ts'
import { insertAuditEntries } from '../../store/audit/entry.sql.ts'
import { storable } from '../history/versions.ts'
import { authorOf, authorsOf, writersOf } from './author.ts'
import { compareDraft } from './compare-draft.ts'
import type { DraftIdentity } from './discard-draft.ts'
import { type DraftRow, type DraftState, listDraftEntries, reopenRow, reviewRow, submitRow } from './draft.sql.ts'
import { type DraftAct, draftWords } from './draft-words.ts'
import { type Drafting, lockToChange } from './save-draft.ts'

/** Asks somebody else to look at a draft. One that could not be published is not worth their time. */
export async function submitDraft(drafting: Drafting, identity: DraftIdentity): Promise<Refusal | undefined> {
  const row = await lockToChange(drafting, identity)
  if ('code' in row) return row
  if (row.state !== 'open' && row.state !== 'refused') return wrongState(row, 'submit', drafting.language)
  const { db, brand, origin, language } = drafting
  const rows = await listDraftEntries(db, brand.id, row.draft_id)
  const { faults, entries } = await compareDraft(db, brand, { rows, isOver: false })
  if (faults.length > 0) return refuseField(100, 'draftId', draftWords[language].faults(faults.length))
  if (entries.some(({ isConflict }) => isConflict)) return refuseField(100, 'draftId', draftWords[language].conflicts)
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
  if (row.state !== 'inReview') return wrongState(row, 'review', drafting.language)
  const { db, brand, origin, language } = drafting
  const by = authorOf(origin)
  const rows = await listDraftEntries(db, brand.id, row.draft_id)
  const { isApproved } = verdict
  const authors = authorsOf(row, rows)
  if (isApproved && authors.has(by)) return refuse(104, draftWords[language].own)
  if (isApproved && countsApprovals(brand.document) && isKey(by) && [...authors].some((one) => !isKey(one)))
    return refuse(104, draftWords[language].keyApproves)
  const tied = isApproved && countsApprovals(brand.document) ? findTied(authors, verdict.oneHand) : undefined
  if (tied !== undefined) return refuse(104, draftWords[language].oneHand(tied))
  const note = verdict.note === undefined ? undefined : storable(verdict.note)
  await reviewRow(db, brand.id, { id: row.draft_id, by, isApproved, note })
  await auditDraft(drafting, row, { action: 'draft.reviewed', state: isApproved ? 'approved' : 'open' })
  return undefined
}

/** An author who counts as one person with whoever approves. */
const findTied = (authors: ReadonlySet<string>, oneHand: ReadonlySet<string>): string | undefined =>
  [...oneHand].find((name) => authors.has(authorOf({ actor: { kind: 'user', name } })))

/** What an approval of a draft, as it is, is worth to whoever publishes it. */
interface Approval {
  /** Another hand approved it than wrote it. A key is nobody's hand but anybody's tool: it counts for what keys wrote alone. */
  readonly isSeconded: boolean
  /** Two people stand behind it, and not one of them and a key. */
  readonly isOfTwoPeople: boolean
}

/**
 * As far as whoever publishes it can be tied to its authors and to whoever approved it: one who is tied to neither is another hand
 * themselves. Whoever approves and publishes what a key has written any of is one person, whoever began the draft.
 */
export async function approvalOf(db: Sql, brand: BrandId, { row, hand }: ApprovedDraft): Promise<Approval> {
  if (row.reviewed_by === null || row.approved_revision !== row.revision) return byNobody
  const entries = await listDraftEntries(db, brand, row.draft_id)
  const authors = authorsOf(row, entries)
  if (isKey(row.reviewed_by)) return { ...byNobody, isSeconded: [...authors].every(isKey) }
  if (!isOf(hand, row.reviewed_by)) return { isSeconded: true, isOfTwoPeople: true }
  const isSeconded = findTied(authors, hand) === undefined
  return { isSeconded, isOfTwoPeople: isSeconded && ![...writersOf(row, entries)].some(isKey) }
}

const byNobody: Approval = { isSeconded: false, isOfTwoPeople: false }

interface ApprovedDraft {
  readonly row: DraftRow
  /** Whoever publishes it, and who counts as one person with them. */
  readonly hand: ReadonlySet<string>
}

const isKey = (author: string) => author.startsWith('key:')

const isOf = (hand: ReadonlySet<string>, author: string) => findTied(new Set([author]), hand) !== undefined

/** Takes a draft back from review or from its schedule, so that it can be changed or published at another time. */
export async function reopenDraft(drafting: Drafting, identity: DraftIdentity): Promise<DraftState | Refusal> {
  const row = await lockToChange(drafting, identity)
  if ('code' in row) return row
  if (row.state === 'open') return wrongState(row, 'reopen', drafting.language)
  const wasApproved = row.state !== 'approved' && row.approved_revision === row.revision
  const state = wasApproved ? 'approved' : 'open'
  await reopenRow(drafting.db, drafting.brand.id, { id: row.draft_id, state })
  await auditDraft(drafting, row, { action: 'draft.reopened', state })
  return state
}

export function wrongState({ state }: DraftRow, act: DraftAct, language: Language): Refusal {
  const { wrongState: told, states, cannot } = draftWords[language]
  return refuseField(100, 'draftId', told(states[state], cannot[act]))
}

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
