import { textArray } from '../../../ground/database/arrays.ts'
import { type Sql, toTimestamp } from '../../../ground/database/connection.ts'
import type { BrandId, RequestRef } from '../../../ground/kernel/ids.ts'
import type { Instant } from '../../../ground/kernel/time.ts'

/** What somebody may not do alone. */
export interface NewApproval {
  readonly id: string
  readonly operation: string
  /** Text of JSON. */
  readonly request: string
  readonly cardNumber?: string | undefined
  readonly limit: string
  /** What it comes to: decimal text, in units of the main currency, and points. */
  readonly money?: string
  readonly points?: string
  readonly locationId: string
  readonly terminalId: string
  readonly reason: string
  readonly askedBy: string
  readonly askedAt: Instant
  readonly endsAt: Instant
  /** Of a change of the brand: what it changes, and what whoever asks may do. */
  readonly ofBrand?: { readonly changes: readonly string[]; readonly judged: object }
}

export interface ApprovalRow {
  readonly approval_id: string
  readonly operation: string
  readonly request: string
  readonly card_number: string | null
  readonly of_limit: string
  /** Decimal text; null where an earlier version kept none. */
  readonly money: string | null
  readonly points: string | null
  readonly location_id: string
  readonly terminal_id: string
  readonly reason: string
  readonly asked_by: string
  readonly asked_at: Instant
  readonly ends_at: Instant
  readonly state: 'waiting' | 'approved' | 'done' | 'failed' | 'declined'
  readonly decided_by: string | null
  readonly decided_at: Instant | null
  readonly decision_text: string | null
  readonly request_ref: RequestRef | null
  readonly changes: readonly string[] | null
  readonly judged: object | null
  readonly unshown: readonly UnshownSecret[] | null
}

/** A secret that an approved change made, by what signs with it and by its digest. */
export interface UnshownSecret {
  readonly address: string
  readonly sha256: string
}

export function insertApproval(db: Sql, brand: BrandId, asked: NewApproval): Promise<unknown> {
  return db.rows`
    insert into approval (brand_id, approval_id, operation, request, card_number, of_limit, money, points, location_id,
      terminal_id, reason, asked_by, asked_at, ends_at, state, changes, judged)
    values (${brand}, ${asked.id}, ${asked.operation}, ${asked.request}, ${asked.cardNumber ?? null}, ${asked.limit},
      ${asked.money ?? null}::numeric, ${asked.points ?? null}::numeric, ${asked.locationId}, ${asked.terminalId},
      ${asked.reason}, ${asked.askedBy}, ${toTimestamp(asked.askedAt)}, ${toTimestamp(asked.endsAt)}, 'waiting',
      ${jsonOf(asked.ofBrand?.changes)}, ${jsonOf(asked.ofBrand?.judged)})`
}

const jsonOf = (value: object | undefined): string | null => (value === undefined ? null : JSON.stringify(value))

export async function countOpenApprovals(db: Sql, brand: BrandId, askedBy: string, now: Instant): Promise<number> {
  const [row] = await db.rows<{ count: number }>`
    select count(*) as count
    from approval
    where brand_id = ${brand} and state = 'waiting' and asked_by = ${askedBy} and ends_at > ${toTimestamp(now)}`
  return row?.count ?? 0
}

/** The newest, those that wait first; of these locations, and of this author, where it is said. */
export function listApprovals(
  db: Sql,
  brand: BrandId,
  filter: { readonly locations?: readonly string[] | undefined; readonly askedBy?: string | undefined },
  limit: number,
): Promise<ApprovalRow[]> {
  const places = filter.locations ? textArray(filter.locations) : null
  return db.rows<ApprovalRow>`
    select approval_id, operation, request, card_number, of_limit, money::text as money, points::text as points,
      location_id, terminal_id, reason, asked_by, asked_at, ends_at, state, decided_by, decided_at, decision_text,
      request_ref, changes, judged, unshown
    from approval
    where brand_id = ${brand} and (${places}::text[] is null or location_id = any(${places}::text[]))
      and (${filter.askedBy ?? null}::text is null or asked_by = ${filter.askedBy ?? null})
    order by asked_at desc, approval_id desc
    limit ${limit}`
}

/** Locks it: of two who decide at once, the second sees what the first has decided. */
export async function lockApproval(db: Sql, brand: BrandId, id: string): Promise<ApprovalRow | undefined> {
  const [row] = await db.rows<ApprovalRow>`
    select approval_id, operation, request, card_number, of_limit, money::text as money, points::text as points,
      location_id, terminal_id, reason, asked_by, asked_at, ends_at, state, decided_by, decided_at, decision_text,
      request_ref, changes, judged, unshown
    from approval
    where brand_id = ${brand} and approval_id = ${id}
    for no key update`
  return row
}

export interface ApprovalDecision {
  readonly state: 'approved' | 'declined'
  readonly by: string
  readonly at: Instant
  readonly text?: string | undefined
}

export function decideApproval(db: Sql, brand: BrandId, id: string, decision: ApprovalDecision): Promise<number> {
  return db.affected`
    update approval
    set state = ${decision.state}, decided_by = ${decision.by}, decided_at = ${toTimestamp(decision.at)},
      decision_text = ${decision.text ?? null}
    where brand_id = ${brand} and approval_id = ${id} and state in ('waiting', 'approved')`
}

/**
 * What came of an approved change: the call that carried it out, or why it was refused. What was carried out is done, whatever
 * others have made of the request meanwhile.
 */
export function endApproval(
  db: Sql,
  brand: BrandId,
  id: string,
  end: { readonly ref?: RequestRef; readonly text?: string; readonly unshown?: readonly UnshownSecret[] | undefined },
): Promise<number> {
  const state = end.ref === undefined ? 'failed' : 'done'
  return db.affected`
    update approval
    set state = ${state}, request_ref = ${end.ref ?? null}, decision_text = ${end.text ?? null},
      unshown = ${jsonOf(end.unshown)}
    where brand_id = ${brand} and approval_id = ${id}
      and (state = 'approved' or (state <> 'done' and ${state} = 'done'))`
}

/** Whoever decided may not approve as much: somebody else has to. What another has approved meanwhile stays so. */
export function reopenApproval(
  db: Sql,
  brand: BrandId,
  id: string,
  { by, at }: Pick<ApprovalDecision, 'by' | 'at'>,
): Promise<number> {
  return db.affected`
    update approval
    set state = 'waiting', decided_by = null, decided_at = null, decision_text = null
    where brand_id = ${brand} and approval_id = ${id} and state = 'approved' and decided_by = ${by}
      and decided_at = ${toTimestamp(at)}`
}

/** They are shown once. */
export function forgetUnshown(db: Sql, brand: BrandId, id: string): Promise<number> {
  return db.affected`
    update approval
    set unshown = null
    where brand_id = ${brand} and approval_id = ${id}`
}
