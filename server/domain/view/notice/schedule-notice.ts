import { defined } from '../../../ground/kernel/defined.ts'
import type { RequestRef } from '../../../ground/kernel/ids.ts'
import type { Instant } from '../../../ground/kernel/time.ts'
import type { NoticeRow } from './notice.ts'

interface Refused {
  readonly number: number
  readonly dueAt: Instant
  readonly faults?: readonly string[]
}

/** The first ones say enough; the history of the brand has them all. */
const faultsMax = 20

/**
 * A scheduled change of the brand file was not applied. Who changed what meanwhile, and the notes of both, are left to the
 * history: they may name people.
 */
export function scheduleNotice(
  { number, dueAt, faults }: Refused,
  happening: { readonly ref: RequestRef; readonly happenedAt: Instant },
): NoticeRow {
  const reason = faults ? 'faults' : 'wouldUndo'
  const data = defined({
    scheduleNumber: number,
    dueDate: new Date(dueAt).toISOString(),
    reason,
    faults: faults?.slice(0, faultsMax),
  })
  return { ...happening, line: 1, type: 'schedule.refused', data }
}
