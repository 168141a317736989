import { randomBytes } from 'node:crypto'
import { errands } from '../../../background/errand-runner/all.ts'
import type { AuditActor } from '../../../domain/audit/entry.ts'
import { nameOf } from '../../../domain/audit/sentence.ts'
import { readNow } from '../../../ground/database/clock.sql.ts'
import { inTransaction } from '../../../ground/database/in-transaction.ts'
import { defined } from '../../../ground/kernel/defined.ts'
import { type BrandId, isUuid, uuidV7 } from '../../../ground/kernel/ids.ts'
import { formatDateTime } from '../../../ground/kernel/time.ts'
import { askForErrand, cancelErrand } from '../../../storage/errand/ask.ts'
import { type ErrandRow, findErrand, listErrands, type WholeErrandRow } from '../../../storage/errand/errand.sql.ts'
import { readNamed } from '../brand/brand-check.ts'
import type { DatabaseContext } from '../command.ts'
import { CommandFailed } from '../command-failed.ts'
import { knownBrand } from '../known-brand.ts'
import { withPool } from '../pool.ts'

const shownMax = 200

/** Prints the long work of a brand, newest first. */
export async function showErrands(brandId: BrandId, { url }: DatabaseContext): Promise<void> {
  const rows = await withPool(url, async (pool) => {
    await knownBrand(pool, brandId)
    return listErrands(pool, brandId, { limit: shownMax })
  })
  const lines = rows.length === 0 ? ['No errands within the last 30 days.'] : rows.map(lineOf)
  process.stdout.write(`${lines.join('\n')}\n`)
}

/** Prints an errand with what was asked for and what came of it. */
export async function showErrand(brandId: BrandId, id: string, { url, config }: DatabaseContext): Promise<void> {
  const row = await withPool(url, async (pool) => {
    await knownBrand(pool, brandId)
    return isUuid(id) ? findErrand(pool, brandId, id) : undefined
  })
  if (!row) throw new CommandFailed([`Brand ${brandId} has no errand ${id}.`])
  process.stdout.write(`${config.json ? JSON.stringify(toJson(row), undefined, 2) : wholeLines(row).join('\n')}\n`)
}

interface ErrandWish {
  readonly brand: BrandId
  readonly kind: string
  /** A file with the input as JSON. */
  readonly file?: string | undefined
}

export async function startErrand(
  { brand: id, kind, file }: ErrandWish,
  { url, operator }: DatabaseContext,
): Promise<void> {
  const input = file === undefined ? '{}' : (await readNamed(file)).text
  const errandId = await withPool(url, async (pool) => {
    const brand = await knownBrand(pool, id)
    const wish = { id: uuidV7(await readNow(pool), randomBytes(10)), kind, input, origin: { actor: operator } }
    const refusal = await inTransaction(pool, (db) => askForErrand(db, brand, errands.kinds, wish))
    if (refusal) throw new CommandFailed([refusal.text])
    return wish.id
  })
  process.stdout.write(`${errandId}\n`)
  // Apart from the id, which a script may want.
  process.stderr.write(`A running server takes it up within seconds: purser errands show ${id} ${errandId}\n`)
}

export async function stopErrand(brand: BrandId, id: string, { url, operator }: DatabaseContext): Promise<void> {
  const state = await withPool(url, async (pool) => {
    await knownBrand(pool, brand)
    if (!isUuid(id)) return undefined
    return inTransaction(pool, (db) => cancelErrand(db, { brandId: brand, id }, { actor: operator }))
  })
  if (!state) throw new CommandFailed([`No errand ${id} of brand ${brand} waits or runs.`])
  process.stdout.write(state === 'cancelled' ? 'It is cancelled.\n' : 'It is cancelled, and ends within seconds.\n')
}

function lineOf(row: ErrandRow): string {
  const { errand_id: id, asked_at, kind, error } = row
  const why = error === null ? '' : `: ${error}`
  return `${id} ${formatDateTime(asked_at)} UTC ${kind}: ${standing(row)}${why}`
}

/** `running (12 of 40), checking: …`, `done 2026-11-16 02:00:00 UTC`, `waiting` */
function standing(row: ErrandRow): string {
  const { state, done, total, progress, ended_at, cancel_asked_at } = row
  if (ended_at !== null) return `${state} ${formatDateTime(ended_at)} UTC`
  if (state === 'running' && cancel_asked_at !== null) return 'running, being cancelled'
  const far = done === null ? '' : ` (${done}${total === null ? '' : ` of ${total}`})`
  return `${state}${far}${progress === null ? '' : ` ${progress}`}`
}

function wholeLines(row: WholeErrandRow): string[] {
  const { attempts, server, began_at, error, result } = row
  return [
    `${row.kind} ${row.errand_id}: ${standing(row)}`,
    `asked for ${formatDateTime(row.asked_at)} UTC by ${nameOf(actorOf(row))}`,
    ...(began_at === null ? [] : [`begun ${formatDateTime(began_at)} UTC, attempt ${attempts}, by ${server}`]),
    `input: ${row.input}`,
    ...(error === null ? [] : [`error: ${error}`]),
    ...(result === null ? [] : [`result: ${JSON.stringify(JSON.parse(result), undefined, 2)}`]),
  ]
}

function actorOf({ actor_kind: kind, actor_name: name, actor_from: from, actor_employee: employee }: ErrandRow) {
  const actor: AuditActor = defined({ kind, name, from: from ?? undefined, employee: employee ?? undefined })
  return actor
}

function toJson(row: WholeErrandRow) {
  const date = (at: number | null) => (at === null ? undefined : new Date(at).toISOString())
  return defined({
    errandId: row.errand_id,
    kind: row.kind,
    state: row.state,
    askedAt: date(row.asked_at),
    askedBy: nameOf(actorOf(row)),
    beganAt: date(row.began_at),
    endedAt: date(row.ended_at),
    attempts: row.attempts,
    done: row.done ?? undefined,
    total: row.total ?? undefined,
    progress: row.progress ?? undefined,
    error: row.error ?? undefined,
    input: JSON.parse(row.input),
    result: row.result === null ? undefined : JSON.parse(row.result),
  })
}
