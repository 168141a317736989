import { faultWords } from '../../../domain/brand/faults/fault-words.ts'
import type { Sql } from '../../../ground/database/connection.ts'
import type { BrandId } from '../../../ground/kernel/ids.ts'
import { insertAuditEntries } from '../../store/audit/entry.sql.ts'
import { liftTimeouts, lockBrand } from '../brand.sql.ts'
import type { DueMeans } from '../history/apply-due.ts'
import { authorGone, authorNow } from '../history/author-now.ts'
import { toLines } from '../history/versions.ts'
import { type DraftRow, lockDueDraft, refuseDraft } from './draft.sql.ts'
import { publish } from './publish-draft.ts'

export interface DueDraft {
  readonly draftId: string
  readonly title: string
  readonly isRefused: boolean
}

/**
 * Publishes the draft that is due first, exactly once: that it was published is part of the transaction that does it.
 * If it has faults or conflicts by now, nothing is changed and the reasons are kept.
 */
export async function publishDue(db: Sql, brandId: BrandId, means: DueMeans): Promise<DueDraft | undefined> {
  await db.rows`begin`
  try {
    await liftTimeouts(db)
    await lockBrand(db, brandId)
    const row = await lockDueDraft(db, brandId)
    if (!row) {
      await db.rows`rollback`
      return undefined
    }
    const isRefused = await publishOne(db, { brandId, row }, means)
    await db.rows`commit`
    return { draftId: row.draft_id, title: row.title, isRefused }
  } catch (error) {
    await db.rows`rollback`.catch(() => undefined)
    throw error
  }
}

interface Due {
  readonly brandId: BrandId
  readonly row: DraftRow
}

async function publishOne(db: Sql, { brandId, row }: Due, means: DueMeans): Promise<boolean> {
  const { draft_id: draftId, title, revision, publisher, publish_note } = row
  const origin = publisher ?? { actor: { kind: 'commandLine', name: 'unknown' } }
  await db.rows`savepoint publishing`
  const caller = await authorNow(db, { brandId, judged: row.judged, actor: origin.actor }, means.standingOf)
  const options = { ...means, origin, note: publish_note ?? title }
  const outcome = caller
    ? await publish(db, { brandId, draftId, kept: row.judged?.foreseen }, { ...options, caller })
    : ({ kind: 'unpublished', reasons: [faultWords(authorGone, 'en')], isForbidden: true } as const)
  const isRefused = outcome.kind === 'unpublished'
  if (isRefused) {
    await db.rows`rollback to savepoint publishing`
    await refuseDraft(db, brandId, { id: draftId, reasons: toLines(outcome.reasons) })
  }
  const before = { title, state: 'scheduled', revision }
  const after = isRefused ? { title, state: 'refused' } : { title, state: 'published', version: outcome.version }
  await insertAuditEntries(db, brandId, [{ ...origin, action: 'draft.published', subject: draftId, before, after }])
  return isRefused
}
