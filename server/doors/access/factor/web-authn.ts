import type { AuthenticationResponseJSON, RegistrationResponseJSON } from '@simplewebauthn/server'
import type { Passkey } from './passkey.sql.ts'

/** Loaded with the first passkey: it is large, and many servers never see one. */
export const webAuthn = () => import('@simplewebauthn/server')

/** EdDSA, ES256 and RS256: what passkeys of today sign with. */
export const algorithms = [-8, -7, -257] as const

/** The origin of the page, which a passkey signs too: no page elsewhere can pass on what it signs. */
export type WebOrigin = string

export const hostOf = (origin: WebOrigin) => new URL(origin).hostname

/** What a passkey was asked to sign, and where. */
export interface Challenge {
  readonly expectedChallenge: string | ((challenge: string) => boolean)
  readonly origin: WebOrigin
  /** Whether the device must have asked for a finger, a face or its pin: where a passkey is all that somebody shows. */
  readonly requireUserVerification: boolean
}

/** Undefined: it did not sign what it was asked to. */
export async function readNewPasskey(
  response: unknown,
  { expectedChallenge, origin, requireUserVerification }: Challenge,
): Promise<Passkey | undefined> {
  const { verifyRegistrationResponse } = await webAuthn()
  const { verified, registrationInfo } = await verifyRegistrationResponse({
    response: response as RegistrationResponseJSON,
    expectedChallenge,
    expectedOrigin: origin,
    expectedRPID: hostOf(origin),
    supportedAlgorithmIDs: [...algorithms],
    requireUserVerification,
  }).catch(unreadable)
  if (!verified || !registrationInfo) return undefined
  const { id, publicKey, counter, transports = [] } = registrationInfo.credential
  return { passkeyId: id, publicKey: Buffer.from(publicKey), signCount: counter, transports: transports.join(',') }
}

/** The count of a passkey that signed what it was asked to; undefined: it did not. */
export async function countOfSigned(
  response: unknown,
  { passkeyId, publicKey, signCount }: Omit<Passkey, 'transports'>,
  { expectedChallenge, origin, requireUserVerification }: Challenge,
): Promise<number | undefined> {
  const { verifyAuthenticationResponse } = await webAuthn()
  const { verified, authenticationInfo } = await verifyAuthenticationResponse({
    response: response as AuthenticationResponseJSON,
    expectedChallenge,
    expectedOrigin: origin,
    expectedRPID: hostOf(origin),
    credential: { id: passkeyId, publicKey: new Uint8Array(publicKey), counter: signCount },
    requireUserVerification,
  }).catch(unreadable)
  return verified && authenticationInfo ? authenticationInfo.newCounter : undefined
}

/** What a browser sends may be anything, and the library throws at whatever it cannot read. */
const unreadable = () => ({ verified: false, registrationInfo: undefined, authenticationInfo: undefined })

export const shownPasskey = ({ passkeyId, transports }: Pick<Passkey, 'passkeyId' | 'transports'>) => ({
  id: passkeyId,
  ...(transports !== '' && { transports: transports.split(',') as never[] }),
})
