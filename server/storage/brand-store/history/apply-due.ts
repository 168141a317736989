import { faultLine } from '../../../domain/brand/faults/fault-words.ts'
import type { Sql } from '../../../ground/database/connection.ts'
import { defined } from '../../../ground/kernel/defined.ts'
import type { BrandId } from '../../../ground/kernel/ids.ts'
import type { Instant } from '../../../ground/kernel/time.ts'
import { type Applied, applyInTransaction } from '../apply/apply.ts'
import type { ApplyOptions } from '../apply/plan-change.ts'
import { findBrandRow, liftTimeouts, lockBrand } from '../brand.sql.ts'
import { authorGone, authorNow, type StandingOf } from './author-now.ts'
import { conflictLines } from './conflict.ts'
import { unpackText } from './kept-document.ts'
import { type DueScheduleRow, endSchedule, lockDueSchedule } from './schedule.sql.ts'
import { toActor, toLines } from './versions.ts'

export interface DueMeans extends Pick<ApplyOptions, 'random' | 'pins' | 'sealer'> {
  readonly standingOf: StandingOf
}

export interface DueOutcome {
  readonly number: number
  /** Absent: it was applied. */
  readonly refused?: RefusedSchedule
}

/** A scheduled change that is not applied. */
interface RefusedSchedule {
  readonly number: number
  readonly dueAt: Instant
  /** The faults that it has by now; absent: it would undo what others have changed. */
  readonly faults?: readonly string[]
}

/** What is to be stored together with a refusal. */
export type OnRefused = (db: Sql, refused: RefusedSchedule) => Promise<unknown>

/**
 * Applies what is due first, exactly once: that it was applied is part of the transaction that applies it. If it has
 * faults by now, or would undo what others changed meanwhile, nothing is changed and the reasons are kept.
 */
export async function applyDue(
  db: Sql,
  brandId: BrandId,
  means: DueMeans,
  onRefused: OnRefused,
): Promise<DueOutcome | undefined> {
  await db.rows`begin`
  try {
    await liftTimeouts(db)
    await lockBrand(db, brandId)
    const due = await lockDueSchedule(db, brandId)
    if (!due) {
      await db.rows`rollback`
      return undefined
    }
    const outcome = await applyOne(db, brandId, { due, means })
    if (outcome.refused) await onRefused(db, outcome.refused)
    await db.rows`commit`
    return outcome
  } catch (error) {
    await db.rows`rollback`.catch(() => undefined)
    throw error
  }
}

interface Due {
  readonly due: DueScheduleRow
  readonly means: DueMeans
}

async function applyOne(db: Sql, brandId: BrandId, { due, means }: Due): Promise<DueOutcome> {
  const { number } = due
  await db.rows`savepoint applying`
  const applied = await applyScheduled(db, brandId, { due, means })
  if ('faults' in applied) {
    await db.rows`rollback to savepoint applying`
    const reasons = reasonsOf(applied)
    await endSchedule(db, brandId, { number, state: 'refused', reasons: toLines(reasons) })
    const faults = applied.conflict ? undefined : reasons
    return { number, refused: defined({ number, dueAt: due.due_at, faults }) }
  }
  const version = (await findBrandRow(db, brandId))?.version
  await endSchedule(db, brandId, { number, state: 'applied', version })
  return { number }
}

async function applyScheduled(db: Sql, brandId: BrandId, { due, means }: Due): Promise<Applied> {
  const { number, source, base_version: baseVersion, overwrite, note } = due
  const actor = toActor(due) ?? { kind: 'commandLine', name: 'unknown' }
  const caller = await authorNow(db, { brandId, judged: due.judged, actor }, means.standingOf)
  if (!caller) return { faults: [authorGone], areForbidden: true }
  return applyInTransaction(
    db,
    { json: await unpackText(due.content) },
    {
      ...means,
      caller,
      overwrite,
      makesNoSecrets: true,
      note: note ?? undefined,
      from: { kind: 'schedule', number, source, baseVersion },
      origin: defined({ actor, ref: due.request_ref ?? undefined }),
    },
  )
}

function reasonsOf(applied: Extract<Applied, { faults: unknown }>): string[] {
  if (applied.conflict) return conflictLines(applied.conflict)
  return applied.faults.map((fault) => faultLine(fault, 'en'))
}
