import { list, oneOf } from '../../../ground/contract/field.ts'
import { defined } from '../../../ground/kernel/defined.ts'
import { factorKinds } from '../../access/factor/factors.ts'
import type { LoginEnd } from '../../access/login/log-in.ts'
import { type PortalRefusal, turnDown } from '../refusal.ts'
import type { Visit } from '../route.ts'

/** What is said to somebody whose password was right. */
export const loggedInFields = {
  owes: oneOf('What they still have to do: show a second factor, or set one up.', ['secondFactor', 'newFactor']),
  factors: list('The second factors that they can show.', oneOf('A kind of factor.', factorKinds)),
}

interface LoginAnswer {
  readonly owes?: 'secondFactor' | 'newFactor'
  readonly factors?: readonly (typeof factorKinds)[number][]
}

/** Gives the browser its session, or says why there is none. */
export function answerLogin(
  { setToken }: Pick<Visit<unknown>, 'setToken'>,
  outcome: LoginEnd,
): LoginAnswer | PortalRefusal {
  switch (outcome.kind) {
    case 'in':
      setToken(outcome.token)
      return defined({ owes: outcome.owes, factors: outcome.factors.length > 0 ? outcome.factors : undefined })
    case 'wrong':
      return turnDown('forbidden', 'The name or the password is wrong.')
    case 'slowDown':
      return slowDown(outcome.seconds)
  }
}

export function slowDown(seconds: number): PortalRefusal {
  const wait = seconds > 90 ? `${Math.ceil(seconds / 60)} minutes` : `${seconds} seconds`
  return { ...turnDown('slowDown', `There were too many attempts. Try again in ${wait}.`), retryAfter: seconds }
}
