import type { AuditOrigin } from '../../domain/audit/entry.ts'
import type { Brand } from '../../domain/brand/brand.ts'
import type { Sql } from '../../ground/database/connection.ts'
import { isRefusal, type Refusal, refuseField } from '../../ground/kernel/errors.ts'
import type { BrandId } from '../../ground/kernel/ids.ts'
import { insertAuditEntries } from '../store/audit/entry.sql.ts'
import { cancelErrandRow, countOpenErrands, insertErrand } from './errand.sql.ts'
import type { ErrandKind } from './kind.ts'
import { readInput } from './read-input.ts'

/** What is asked for, by whom, and under which id. */
export interface ErrandWish {
  readonly id: string
  readonly kind: string
  /** JSON. */
  readonly input: string
  readonly origin: AuditOrigin
}

/** As the interface has it. */
const inputCharactersMax = 900_000
/** So many of a brand may wait or run: one runs at a time. */
const openMax = 20

/** Puts an errand among those that wait; undefined when that is done. In a transaction. */
export async function askForErrand(
  db: Sql,
  brand: Brand,
  kinds: readonly ErrandKind[],
  { id, kind, input, origin }: ErrandWish,
): Promise<Refusal | undefined> {
  const known = kinds.find(({ name }) => name === kind)
  if (!known)
    return refuseField(100, 'kind', `there is no ${kind}; kinds are ${kinds.map(({ name }) => name).join(', ')}`)
  if (input.length > inputCharactersMax)
    return refuseField(100, 'input', `must have at most ${inputCharactersMax} characters as JSON`)
  const read = readInput(known, input, brand)
  if (isRefusal(read)) return read
  if ((await countOpenErrands(db, brand.id)) >= openMax)
    return refuseField(100, 'kind', `${openMax} errands of this brand wait or run already; wait, or cancel some`)
  await insertErrand(db, brand.id, { id, kind, input, actor: origin.actor })
  await insertAuditEntries(db, brand.id, [{ action: 'errand.started', subject: id, ...origin, after: { kind } }])
  return undefined
}

/** What became of it: `cancelled` at once, or `running` until it is told; undefined if it has ended. In a transaction. */
export async function cancelErrand(
  db: Sql,
  { brandId, id }: { readonly brandId: BrandId; readonly id: string },
  origin: AuditOrigin,
): Promise<'cancelled' | 'running' | undefined> {
  const before = await cancelErrandRow(db, brandId, id)
  if (!before) return undefined
  const { state, wasAsked } = before
  const entry = { action: 'errand.cancelled', subject: id, ...origin, before: { state } } as const
  if (!wasAsked) await insertAuditEntries(db, brandId, [entry])
  return state === 'waiting' ? 'cancelled' : 'running'
}
