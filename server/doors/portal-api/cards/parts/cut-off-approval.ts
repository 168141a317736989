import { createHash } from 'node:crypto'
import type { Sql } from '../../../../ground/database/connection.ts'
import type { BrandId, RequestRef } from '../../../../ground/kernel/ids.ts'
import { type Instant, minute } from '../../../../ground/kernel/time.ts'
import { claimKeys, dropClaims, listKeyOwners } from '../../../../storage/store/batch/idempotency.sql.ts'
import type { ApprovalRow } from '../../../../storage/store/portal/approval.sql.ts'
import { hashOfId } from '../../carry-out.ts'
import { moveCard } from '../move-card.ts'

/** The id that a step of an approved change is called with. No header can have this character: nobody takes it for a call of theirs. */
export const approvalKey = (approvalId: string, part: string): string => `approval\0${approvalId} ${part}`

/** What came of a change that was approved, and whose end nobody wrote down. */
export type CutOff =
  | { readonly kind: 'done'; readonly ref: RequestRef }
  /** Of a move: the card was emptied, and nothing has arrived yet. */
  | { readonly kind: 'half' }
  | { readonly kind: 'nothing' }

/** What has been committed by now. */
export async function findCutOff(db: Sql, brand: BrandId, row: ApprovalRow): Promise<CutOff> {
  const hashes = [...stepsOf(row).keys()].map((hash) => Buffer.from(hash, 'hex'))
  return toCutOff(row, await listKeyOwners(db, brand, hashes))
}

/** The same for good: whoever is just carrying it out is waited for, and claims nothing after it. */
export async function settleCutOff(
  db: Sql,
  brand: BrandId,
  row: ApprovalRow,
  newRef: () => RequestRef,
): Promise<CutOff> {
  const fingerprint = createHash('sha256').update(row.approval_id).digest()
  const claims = [...stepsOf(row).keys()].map((hash) => ({
    idSha256: Buffer.from(hash, 'hex'),
    fingerprint,
    ref: newRef(),
  }))
  const owners = await claimKeys(db, brand, claims)
  // An id without a call would be no id: it was claimed only to wait for others.
  await dropClaims(db, brand, claims)
  return toCutOff(row, owners)
}

/** Longer than a call, or the three of a move, may wait before they begin. */
const carryingOutMs = minute

/** Whether it was approved so lately that it may still be about to happen. */
export const isUnderWay = ({ decided_at }: ApprovalRow, now: Instant): boolean =>
  decided_at !== null && decided_at > now - carryingOutMs

/** The steps by the hash of their ids. */
function stepsOf({ approval_id, operation }: ApprovalRow): ReadonlyMap<string, string> {
  const parts = operation === moveCard.name ? ['out', 'in'] : ['']
  return new Map(parts.map((part) => [hashOfId(approvalKey(approval_id, part)).toString('hex'), part]))
}

function toCutOff(
  row: ApprovalRow,
  owners: readonly { readonly idSha256: Buffer; readonly ref: RequestRef }[],
): CutOff {
  const steps = stepsOf(row)
  const refs = new Map(owners.map(({ idSha256, ref }) => [steps.get(idSha256.toString('hex')), ref]))
  const ref = refs.get('in') ?? refs.get('')
  if (ref !== undefined) return { kind: 'done', ref }
  return refs.has('out') ? { kind: 'half' } : { kind: 'nothing' }
}
