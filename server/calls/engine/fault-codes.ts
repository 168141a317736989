import type { StoreFault } from '../../ground/database/fault.ts'
import type { ErrorCode } from '../../ground/kernel/errors.ts'

/** What a call is told whose exception nobody else has settled. */
export const codeOf: Readonly<Record<StoreFault, ErrorCode>> = {
  bug: 1,
  busy: 109,
  conflict: 109,
  connection: 109,
  doubt: 136,
  unwritable: 109,
}

/** A read has no outcome that could be unknown: whatever its transaction committed, it left nothing behind. */
export const codeOfRead = (fault: StoreFault): ErrorCode => (fault === 'doubt' ? codeOf.connection : codeOf[fault])
