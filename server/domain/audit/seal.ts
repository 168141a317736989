import { createHash } from 'node:crypto'
import { canonicalJson } from '../../ground/kernel/canonical-json.ts'
import type { BrandId } from '../../ground/kernel/ids.ts'
import { hour } from '../../ground/kernel/time.ts'
import type { AuditEntry } from './entry.ts'

/** What the first entry of a brand is chained to. */
export const firstLink: Buffer = Buffer.alloc(32)

/**
 * An entry becomes visible when its transaction ends, perhaps after a later one was sealed. It is sealed if it comes at
 * most this much later; one that claims to be older was slipped in. Later than what was sealed last, or than now: should
 * the clock of the database be put back, new entries are older than sealed ones, and no older than now.
 */
export const lateMsMax = hour

/** The name of the mark of the earliest time at which seals were made since the clock of the database was put back. */
export const putBackJob = 'audit-put-back'

/**
 * The seal of an entry: a digest of the seal before it and of everything the entry says. Whoever changes, removes or
 * reorders an entry would have to make every later seal anew, and the ones that were written down elsewhere tell.
 */
export function sealOf(previous: Buffer, brand: BrandId, entry: AuditEntry): Buffer {
  return createHash('sha256')
    .update(previous)
    .update(canonicalJson({ brand, ...entry }))
    .digest()
}
