import { createHash } from 'node:crypto'
import { canonicalJson } from '../kernel/canonical-json.ts'
import type { AuditEntry } from './entry.ts'

/** What the first entry of a brand is chained to. */
export const firstLink: Buffer = Buffer.alloc(32)

/**
 * The seal of an entry: a digest of the seal before it and of everything the entry says. Whoever changes, removes or
 * reorders an entry would have to make every later seal anew, and the ones that were written down elsewhere tell.
 */
export function sealOf(previous: Buffer, entry: AuditEntry): Buffer {
  return createHash('sha256').update(previous).update(canonicalJson(entry)).digest()
}
