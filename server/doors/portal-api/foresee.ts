import type { Sums } from '../../domain/judge/sums.ts'
import { turnDownObjection } from './cards/parts/objections.ts'
import type { PreparedCall } from './prepare-call.ts'
import { type PortalRefusal, turnDown, turnedDownBy } from './refusal.ts'
import type { PortalRoom } from './room.ts'

/** What would become of a call by hand. */
export interface Foreseen {
  /** Why it would not be carried out. */
  readonly refusal?: PortalRefusal
  /** What it comes to, if that is above a limit. */
  readonly exceeds?: Exceeds
}

/** Has a call by hand decided and judged as if it were carried out. */
export async function foresee(room: PortalRoom, prepared: PreparedCall): Promise<Foreseen> {
  const { operation, request, call, brand } = prepared
  const foreseen = await room.dispatcher.foreseeByHand({ operation, request, call, brand, unknownFields: [] })
  if (!foreseen) return { refusal: busy }
  if (foreseen.kind === 'refused') return { refusal: turnedDownBy(foreseen) }
  const { verdict } = foreseen
  if (verdict.kind !== 'objection') return {}
  const refusal = turnDownObjection(verdict.objection, brand, call.user?.language ?? 'en')
  if (verdict.objection.why !== 'aboveLimit') return { refusal }
  const { action, sums } = verdict.objection
  return { refusal, exceeds: { action, sums } }
}

const busy = turnDown('unavailable', 'Too much is being tried out at once. Try again in a moment.')

/** The limit that a call is above, and what it comes to. */
interface Exceeds {
  readonly action: string
  readonly sums: Sums
}
