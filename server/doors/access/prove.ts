import type { AccessServices } from './access-services.ts'
import { type ProofKind, recordFailure } from './login/login-events.ts'
import { nameKeyOf } from './login/login-name.ts'
import { unlessTooBusy } from './login/passwords.ts'

/** How an attempt to prove something ends. */
export type Proof = { readonly kind: 'right' | 'wrong' } | { readonly kind: 'slowDown'; readonly seconds: number }

export interface Prover {
  readonly name: string
  readonly address: string
  readonly tried: ProofKind
}

/** Runs a check that must not be tried too often. Wrong codes are counted with wrong passwords. */
export async function prove(
  services: Pick<AccessServices, 'throttle' | 'pool' | 'log' | 'says' | 'tellUser'>,
  { name, address, tried }: Prover,
  check: () => Promise<boolean>,
): Promise<Proof> {
  const nameKey = nameKeyOf(name)
  const attempt = await services.throttle.begin(nameKey, address)
  if (attempt.kind === 'wait') return { kind: 'slowDown', seconds: attempt.seconds }
  const isRight = await check().catch(unlessTooBusy)
  if (isRight !== false) await attempt.takeBack()
  if (isRight === undefined) return { kind: 'slowDown', seconds: 5 }
  if (isRight) return { kind: 'right' }
  await recordFailure(services, { nameKey, address, tried, locks: attempt.locks })
  return { kind: 'wrong' }
}
