import { prove } from '../../access/prove.ts'
import { renewSession } from '../../access/session/renew-session.ts'
import type { PortalRefusal } from '../refusal.ts'
import type { OwnVisit } from '../route.ts'
import { answerProof } from './proof.ts'

/** Lets somebody further who proves that they have their second factor, and gives the session another token. */
export async function takeProof(
  { services, visitor, address, setToken }: OwnVisit<unknown>,
  check: () => Promise<boolean>,
  wrong: string,
): Promise<Record<string, never> | PortalRefusal> {
  const proof = await prove(
    services,
    { name: visitor.name, address, tried: visitor.owes ? 'secondFactor' : 'confirmation' },
    check,
  )
  if (proof.kind !== 'right') return answerProof(proof, wrong)
  setToken(await renewSession(services.pool, services, visitor.sessionId))
  return {}
}
