import type { StoreFault } from '../database/fault.ts'
import type { ErrorCode } from '../kernel/errors.ts'

/** What a call is told whose exception nobody else has settled. */
export const codeOf: Readonly<Record<StoreFault, ErrorCode>> = {
  bug: 1,
  busy: 109,
  conflict: 109,
  connection: 109,
  doubt: 136,
  unwritable: 109,
}
