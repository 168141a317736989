import type { AccessRoom } from './access-room.ts'
import { nameKeyOf } from './login/login-name.ts'
import { TooBusy } from './login/passwords.ts'

/** How an attempt to prove something ends. */
export type Proof = { readonly kind: 'right' | 'wrong' } | { readonly kind: 'slowDown'; readonly seconds: number }

export interface Prover {
  readonly name: string
  readonly address: string
}

/** Runs a check that must not be tried too often. Wrong codes are counted with wrong passwords. */
export async function prove(
  { throttle }: Pick<AccessRoom, 'throttle'>,
  { name, address }: Prover,
  check: () => Promise<boolean>,
): Promise<Proof> {
  const nameKey = nameKeyOf(name)
  const seconds = throttle.secondsToWait(nameKey, address)
  if (seconds > 0) return { kind: 'slowDown', seconds }
  const isRight = await check().catch(unlessTooBusy)
  if (isRight === undefined) return { kind: 'slowDown', seconds: 5 }
  if (!isRight) {
    throttle.countFailure(nameKey, address)
    return { kind: 'wrong' }
  }
  // Of many guesses that were sent at once, one that is right gets no further than if they had come one by one.
  const late = throttle.secondsToWait(nameKey, address)
  return late > 0 ? { kind: 'slowDown', seconds: late } : { kind: 'right' }
}

function unlessTooBusy(error: unknown): undefined {
  if (!(error instanceof TooBusy)) throw error
}
