import { json, model } from '../../../ground/contract/field.ts'
import { type PortalRefusal, turnDown } from '../refusal.ts'
import type { OwnVisit } from '../route.ts'
import { findOwed } from '../run-route.ts'

const passkeyJson = model('passkeyJson', 'What the browser and its passkey say to each other (WebAuthn).', {})

export const passkeyField = (about: string) => json(about, passkeyJson)

export const wrongCode = 'This code is wrong, or was used already.'
export const wrongPasskey = 'The passkey did not sign this. Try again.'

/**
 * Why somebody may not set up a factor: whoever still owes the one they have could otherwise replace it, and whoever owes
 * none must have proved just now who they are.
 */
export function findSetUpObstacle({ services, visitor }: OwnVisit<unknown>): PortalRefusal | undefined {
  if (visitor.owes === 'secondFactor') return turnDown('loginNeeded', 'Show the second factor first that you have.')
  return findOwed(services, visitor, { beforeSecondFactor: true, isConfirmed: visitor.owes === undefined })
}
