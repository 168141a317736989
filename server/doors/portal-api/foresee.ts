import type { ForeseenByHand } from '../../calls/engine/work.ts'
import type { Sums } from '../../domain/judge/sums.ts'
import type { Lookups } from '../api/guesses.ts'
import { turnDownObjection } from './cards/parts/objections.ts'
import type { PortalServices } from './portal-services.ts'
import type { PreparedCall } from './prepare-call.ts'
import { type PortalRefusal, turnDown, turnedDownBy } from './refusal.ts'

/** What would become of a call by hand. */
export interface Foreseen {
  /** Why it would not be carried out. */
  readonly refusal?: PortalRefusal
  /** What it comes to, if that is above a limit. */
  readonly exceeds?: Exceeds
}

/** Has a call by hand decided and judged as if it were carried out. `lookups`: what its author finds out by it. */
export async function foresee(services: PortalServices, prepared: PreparedCall, lookups?: Lookups): Promise<Foreseen> {
  const { operation, request, call, brand } = prepared
  const foreseen = await services.dispatcher.foreseeByHand({ operation, request, call, brand, unknownFields: [] })
  if (!foreseen) return { refusal: busy }
  if (lookups) count(services, lookups, foreseen)
  if (foreseen.kind === 'refused') return { refusal: turnedDownBy(foreseen) }
  const { verdict } = foreseen
  if (verdict.kind !== 'objection') return {}
  const refusal = turnDownObjection(verdict.objection, brand, call.user?.language ?? 'en')
  if (verdict.objection.why !== 'aboveLimit') return { refusal }
  const { action, sums } = verdict.objection
  return { refusal, exceeds: { action, sums } }
}

/** What is judged says nothing of coupons: whether there are such is told by a refusal only. */
function count(services: PortalServices, lookups: Lookups, foreseen: ForeseenByHand): void {
  if (foreseen.kind === 'refused') services.guesses.count(lookups, foreseen)
  else services.guesses.count({ ...lookups, namesCoupon: false }, { kind: 'done', response: {} })
}

const busy = turnDown('unavailable', 'Too much is being tried out at once. Try again in a moment.')

/** The limit that a call is above, and what it comes to. */
interface Exceeds {
  readonly action: string
  readonly sums: Sums
}
