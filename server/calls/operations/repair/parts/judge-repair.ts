import { originOf } from '../../../../domain/decision/audit-origin.ts'
import {
  type DayName,
  type Exceeding,
  judgeOutcome,
  type OutcomeObjection,
} from '../../../../domain/judge/judge-outcome.ts'
import { plus, type Sums, toDecimalText } from '../../../../domain/judge/sums.ts'
import type { Instant } from '../../../../ground/kernel/time.ts'
import { insertAuditEntries } from '../../../../storage/store/audit/entry.sql.ts'
import { lockDay, updateDay } from '../../../../storage/store/batch/hand-day.sql.ts'
import type { TaskContext } from '../../operation.ts'
import type { PlannedRepair, RepairRequest } from './plan-repair.ts'

export interface RepairVerdict {
  readonly objection?: OutcomeObjection
}

/**
 * Judges whoever asks by what all cards together come to, as if it were one change by hand, and adds it to their day. What
 * keys do is not by hand.
 */
export async function judgeRepair(
  context: TaskContext<RepairRequest>,
  { measure, sums }: PlannedRepair,
  now: Instant,
): Promise<RepairVerdict> {
  const { request, call, brand, db } = context
  const { user } = call
  if (!user?.hand) return {}
  const { name, hand, rights } = user
  let known: { readonly day: DayName; readonly sums: Sums } | undefined
  const isKnown = (day: DayName) => known?.day.user === day.user && known.day.of === day.of
  const at = { brand, now, today: (day: DayName) => (isKnown(day) ? known?.sums : undefined) }
  const judge = () => judgeOutcome({ name, hand, locations: rights.locations }, { measure, sums, undone: [] }, at)
  let verdict = judge()
  if (verdict.kind === 'day') {
    known = { day: verdict.day, sums: await lockDay(db, brand.id, verdict.day) }
    verdict = judge()
  }
  if (verdict.kind === 'objection') return { objection: verdict.objection }
  if (verdict.kind === 'day') throw new Error('one day is enough to judge by')
  if (request.dryRun) return {}
  if (verdict.adds && known) await updateDay(db, brand.id, { ...verdict.adds, sums: plus(known.sums, sums) })
  if (verdict.passes) await auditPassing(context, verdict.passes)
  return {}
}

/** That somebody went above their limit alone is kept for good. */
async function auditPassing({ request, call, brand, db }: TaskContext<RepairRequest>, passes: Exceeding) {
  const { action, sums } = passes
  const after = {
    operation: 'startRepair',
    limit: action,
    money: toDecimalText(sums.money),
    points: toDecimalText(sums.points),
  }
  await insertAuditEntries(db, brand.id, [
    { action: 'limit.passed', subject: request.campaign, ...originOf(call), after },
  ])
}
