import { fromDecimalText } from '../../domain/judge/sums.ts'
import { carryOut } from './carry-out.ts'
import type { Foreseen } from './foresee.ts'
import type { PortalServices } from './portal-services.ts'
import type { PreparedCall } from './prepare-call.ts'
import { isTurnedDown } from './refusal.ts'

/** What would become of a repair after a campaign's mistake: it tells so itself, and judges all cards together. */
export async function foreseeRepair(services: PortalServices, prepared: PreparedCall): Promise<Foreseen> {
  const tried = await carryOut(services, { ...prepared, request: { ...prepared.request, dryRun: true } }, '')
  if (isTurnedDown(tried)) return { refusal: tried }
  const { money, points, needsSecondPerson } = tried as TriedRepair
  if (!needsSecondPerson) return {}
  const { kind }: { readonly kind?: string } = prepared.request
  const sums = { money: fromDecimalText(money), points: fromDecimalText(points) }
  return { exceeds: { action: kind === 'take' ? 'adjust' : 'issue', sums } }
}

/** As startRepair answers. */
interface TriedRepair {
  readonly money: string
  readonly points: string
  readonly needsSecondPerson?: boolean
}
