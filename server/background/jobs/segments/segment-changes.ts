import type { Finished } from '../../../calls/engine/work.ts'
import type { BrandId } from '../../../ground/kernel/ids.ts'
import { markChangesFired } from '../../../storage/store/batch/segment-change.sql.ts'
import type { JobContext } from '../runner/job.ts'
import { onceKey, runCommands } from '../runner/run-commands.ts'
import { fireSegmentRules } from './fire-segment-rules.ts'
import { listWaitingChanges, type WaitingChange } from './segments.sql.ts'

const pageSize = 500

/** Runs the rules for cards that entered or left, in that order. Each change runs once, however many workers try. */
export async function fireSegmentChanges(
  context: JobContext,
  brand: BrandId,
): Promise<{ readonly done: number; readonly later: number }> {
  const sums = { done: 0, later: 0 }
  let after = 0
  while (!context.isOver()) {
    const page = await listWaitingChanges(context.pool, brand, after, pageSize)
    const last = page.at(-1)
    if (!last) return sums
    const { finished, done, later } = await runCommands(context, brand, page.map(toCommand))
    const over = page.filter((_, index) => isOver(finished[index])).map(({ seq }) => seq)
    if (over.length > 0) await markChangesFired(context.pool, brand, over)
    sums.done += done
    sums.later += later
    // Changes that have to wait are skipped until the next round.
    after = last.seq
  }
  return sums
}

function toCommand({ seq, segment_id: segment, card_number: cardNumber, change: on }: WaitingChange) {
  return {
    operation: fireSegmentRules,
    request: { cardNumber, segment, on, seq },
    idempotency: onceKey('segment', String(seq)),
  }
}

/** A lock, a full queue or a fault may be temporary. Any other refusal is final, such as that of an unusable card. */
const mayPass: ReadonlySet<number> = new Set([1, 109, 113, 136])

function isOver(finished: Finished | undefined): boolean {
  return finished?.kind === 'refused' && !mayPass.has(finished.code)
}
