import type { AuditActor } from '../../../domain/audit/entry.ts'
import type { BrandDocument } from '../../../domain/brand/document.ts'
import { type FileFault, faultOf } from '../../../domain/brand/faults/fault.ts'
import type { FileText } from '../../../domain/brand/reading/parse-text.ts'
import { judgeCancelling } from '../../../domain/judge/judge-change.ts'
import { judgedAs } from '../../../domain/judge/judged.ts'
import { judgedFault } from '../../../domain/judge/objection-words.ts'
import { readNow } from '../../../ground/database/clock.sql.ts'
import type { Sql } from '../../../ground/database/connection.ts'
import { defined } from '../../../ground/kernel/defined.ts'
import type { BrandId } from '../../../ground/kernel/ids.ts'
import { formatDateTime, type Instant, parseDateTime } from '../../../ground/kernel/time.ts'
import { insertAuditEntries } from '../../store/audit/entry.sql.ts'
import { keptLinesMax } from '../apply/applied-entry.ts'
import { changesNothing } from '../apply/apply.ts'
import { differences, lastingDifferences } from '../apply/differences.ts'
import {
  type ApplyOptions,
  conflictOf,
  type Faulty,
  makingOf,
  type PlannedChange,
  planChange,
} from '../apply/plan-change.ts'
import { lockBrand } from '../brand.sql.ts'
import { changeSecrets, withoutSecrets } from '../document-secrets.ts'
import { toFile } from '../export.ts'
import type { StoredBrand } from '../stored-brand.ts'
import { conflictFault } from './conflict.ts'
import { packText } from './kept-document.ts'
import {
  cancelSchedule,
  findScheduledParts,
  insertSchedule,
  listScheduleRows,
  type ScheduleRow,
} from './schedule.sql.ts'
import { storable, toActor, toLines } from './versions.ts'

/** A change that is applied at a time, or was to be. */
export interface Scheduled {
  readonly number: number
  readonly due: Instant
  readonly state: ScheduleRow['state']
  readonly baseVersion: number
  readonly overwrite: boolean
  readonly at: Instant
  readonly actor?: AuditActor
  readonly note?: string
  readonly changes: readonly string[]
  readonly changeCount: number
  readonly ended?: Instant
  /** The version that it became. */
  readonly version?: number
  /** Why it was refused when it was due. */
  readonly reasons?: readonly string[]
}

/** How many that have ended are still shown. */
const endedMax = 20

export async function listScheduled(db: Sql, brand: BrandId): Promise<Scheduled[]> {
  return (await listScheduleRows(db, brand, endedMax)).map(toScheduled)
}

export interface NewlyScheduled {
  /** Absent: it would change nothing, or this was only a try. */
  readonly number?: number
  readonly due?: Instant
  readonly lines: readonly string[]
  readonly warnings: readonly FileFault[]
}

/**
 * Keeps a file until its time, in the caller's transaction. It is checked now, and once more when it is due. A text is a
 * time in the brand's time zone.
 */
export async function schedule(
  db: Sql,
  { text, at }: { readonly text: FileText; readonly at: string | Instant },
  options: ApplyOptions,
): Promise<NewlyScheduled | Faulty> {
  const planned = await planChange(db, text, { ...options, makesNoSecrets: true })
  if ('faults' in planned) return planned
  if ('isLastApplied' in planned) return { lines: [], warnings: planned.warnings }
  const { stored, document, stockLines, warnings } = planned
  if (!stored) return { faults: [{ path: '', ...faultOf('noBrandYet') }] }
  const due = typeof at === 'number' ? at : parseDateTime(at, stored.document.brand.timeZone)
  if (due === undefined) return { faults: [{ path: '', ...faultOf('notATime', { given: String(at) }) }] }
  if (due <= (await readNow(db))) return { faults: [{ path: '', ...faultOf('timePassed') }] }
  const faults = unkeptFaults(planned, stored.document)
  if (faults.length > 0) return { faults }
  if (changesNothing(planned)) return { lines: [], warnings }
  const conflict = options.overwrite ? undefined : await conflictOf(db, { ...planned, stored }, options)
  if (conflict) return { faults: [{ path: '', ...conflictFault(conflict) }], conflict }
  const lines = [...differences(stored.document, document), ...stockLines]
  if (options.dryRun) return { due, lines, warnings }
  const number = await keep(db, { ...planned, stored }, { due, options })
  return { number, due, lines, warnings }
}

/** What a stored file does not have: secrets that can be read, and pins. */
function unkeptFaults({ document, plan }: PlannedChange, before: BrandDocument): FileFault[] {
  const known = secretsByPlace(before)
  const changed = [...secretsByPlace(document)].filter(([place, secret]) => known.get(place) !== secret)
  const listed = plan.additions.filter((addition) => addition.listed.length > 0)
  return [
    ...changed.map(([path]) => ({ path, ...faultOf('secretWaits') })),
    ...listed.map(({ set, program }) => ({
      path: `programs[${program.id}].cardSets[${set.id}].cards`,
      ...faultOf('cardsWait'),
    })),
  ]
}

function secretsByPlace(document: BrandDocument): ReadonlyMap<string, string> {
  const found = new Map<string, string>()
  changeSecrets(document, {
    list: (secrets, place) => {
      found.set(place, secrets.join('\n'))
      return secrets
    },
    address: (smtp, place) => {
      if (new URL(smtp).password !== '') found.set(place, smtp)
      return smtp
    },
  })
  return found
}

async function keep(
  db: Sql,
  { file, document, stored, stockLines, parts }: PlannedChange & { readonly stored: StoredBrand },
  { due, options }: { readonly due: Instant; readonly options: ApplyOptions },
): Promise<number> {
  const brandId = document.brand.id
  const { origin, note, overwrite = false } = options
  const lines = [...lastingDifferences(stored.document, document), ...stockLines]
  const { version: baseVersion } = stored
  const number = await insertSchedule(db, brandId, {
    dueAt: due,
    source: makingOf(file, stored, options).source === 'edit' ? 'edit' : 'file',
    baseVersion,
    overwrite,
    actor: origin.actor,
    ref: origin.ref,
    note: note === undefined ? undefined : storable(note),
    changes: toLines(lines),
    changeCount: lines.length,
    judged: judgedAs(options.caller, parts),
    content: await packText(JSON.stringify(toFile(withoutSecrets({ sealed: document })))),
  })
  const after = { number, due: `${formatDateTime(due)} UTC`, changes: lines.slice(0, keptLinesMax) }
  const before = { version: baseVersion }
  await insertAuditEntries(db, brandId, [{ ...origin, action: 'brand.scheduled', subject: brandId, before, after }])
  return number
}

/** Whether it was still waiting, or refused and not set aside yet; faults if the caller may not. In the caller's transaction. */
export async function cancelScheduled(
  db: Sql,
  { brandId, number }: { readonly brandId: BrandId; readonly number: number },
  { origin, caller }: Pick<ApplyOptions, 'origin' | 'caller'>,
): Promise<boolean | Faulty> {
  await lockBrand(db, brandId)
  const parts = await findScheduledParts(db, brandId, number)
  if (parts && (caller.kind === 'key' || caller.kind === 'user')) {
    const verdict = judgeCancelling(caller, parts)
    if (verdict.kind !== 'allowed') return { faults: verdict.objections.map(judgedFault), areForbidden: true }
  }
  if (!(await cancelSchedule(db, brandId, number))) return false
  const after = { number, state: 'cancelled' }
  await insertAuditEntries(db, brandId, [{ ...origin, action: 'brand.scheduled', subject: brandId, after }])
  return true
}

function toScheduled(row: ScheduleRow): Scheduled {
  return defined({
    number: row.number,
    due: row.due_at,
    state: row.state,
    baseVersion: row.base_version,
    overwrite: row.overwrite,
    at: row.made_at,
    actor: toActor(row),
    note: row.note ?? undefined,
    changes: row.changes,
    changeCount: row.change_count,
    ended: row.ended_at ?? undefined,
    version: row.version ?? undefined,
    reasons: row.reasons ?? undefined,
  })
}
