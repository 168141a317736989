import type { DayName } from '../../domain/judge/judge-outcome.ts'
import { nothing, type Sums } from '../../domain/judge/sums.ts'
import type { Sql } from '../../ground/database/connection.ts'
import { defined } from '../../ground/kernel/defined.ts'
import { findDay } from '../../storage/store/batch/hand-day.sql.ts'
import type { Simulated } from '../operations/simulation.ts'
import { dayKey } from './batch-hand-days.ts'
import { fine, judgeByHand } from './judge-by-hand.ts'
import { type ForeseenByHand, type Foresight, toRefused, type Work } from './work.ts'

/** What the judge would say of a call by hand, which is decided and not carried out. */
export async function foreseeByHand(
  work: Work,
  engine: Pick<Foresight, 'simulate'>,
  db: Sql,
): Promise<ForeseenByHand | undefined> {
  const { operation, request, call, brand } = work
  if (operation.kind !== 'command') return { kind: 'judged', verdict: fine, sums: nothing }
  const wrong = operation.check?.(request)
  if (wrong) return toRefused(wrong)
  const simulated = await engine.simulate({ operation, request: request as object, origin: { brand, call } })
  return simulated && judgeSimulated(work, simulated, db)
}

async function judgeSimulated(
  work: Work,
  { decided, brand, now, cards, coupons }: Simulated,
  db: Sql,
): Promise<ForeseenByHand> {
  if (decided.kind === 'refusal') return defined({ ...toRefused(decided), unknownCoupons: decided.unknownCoupons })
  const days = new Map<string, Sums>()
  const room = {
    brand,
    now,
    today: (day: DayName) => days.get(dayKey(day)),
    cardById: (id: number) => cards.find((card) => card.id === id),
    coupon: (id: string) => coupons.find((coupon) => coupon.id === id),
  }
  const judged = judgeByHand(work, decided, room)
  if (judged?.verdict.kind !== 'day')
    return judged ? { kind: 'judged', ...judged } : { kind: 'judged', verdict: fine, sums: nothing }
  const { day } = judged.verdict
  days.set(dayKey(day), await findDay(db, brand.id, day))
  return { kind: 'judged', ...(judgeByHand(work, decided, room) ?? judged) }
}
