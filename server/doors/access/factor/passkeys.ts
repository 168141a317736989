import type { AuditOrigin } from '../../../domain/audit/entry.ts'
import { inTransaction } from '../../../ground/database/in-transaction.ts'
import { uuidV7 } from '../../../ground/kernel/ids.ts'
import { minute } from '../../../ground/kernel/time.ts'
import type { AccessServices } from '../access-services.ts'
import { tellBrands } from '../login/change-login.ts'
import { renewSession } from '../session/renew-session.ts'
import { deleteSessionsOf, takeChallenge, updateChallenge } from '../session/session.sql.ts'
import type { Visitor } from '../visitor.ts'
import { insertPasskey, listPasskeys, updateSignCount } from './passkey.sql.ts'
import {
  algorithms,
  countOfSigned,
  hostOf,
  readNewPasskey,
  shownPasskey,
  type WebOrigin,
  webAuthn,
} from './web-authn.ts'

const challengeMs = 5 * minute

/** What the browser hands to a new passkey. */
export async function newPasskeyOptions(
  services: AccessServices,
  visitor: Visitor,
  origin: WebOrigin,
): Promise<object> {
  const known = await listPasskeys(services.pool, visitor.loginId)
  const { generateRegistrationOptions } = await webAuthn()
  const options = await generateRegistrationOptions({
    rpName: 'Purser',
    rpID: hostOf(origin),
    userName: visitor.name,
    userID: new Uint8Array(Buffer.from(visitor.loginId)),
    challenge: new Uint8Array(services.random(32)),
    excludeCredentials: known.map(shownPasskey),
    supportedAlgorithmIDs: [...algorithms],
  })
  await updateChallenge(services.pool, visitor.sessionId, options.challenge, services.now() + challengeMs)
  return options
}

/** What the browser hands to a passkey that is to prove who they are. */
export async function passkeyOptions(services: AccessServices, visitor: Visitor, origin: WebOrigin): Promise<object> {
  const known = await listPasskeys(services.pool, visitor.loginId)
  const { generateAuthenticationOptions } = await webAuthn()
  const options = await generateAuthenticationOptions({
    rpID: hostOf(origin),
    challenge: new Uint8Array(services.random(32)),
    allowCredentials: known.map(shownPasskey),
  })
  await updateChallenge(services.pool, visitor.sessionId, options.challenge, services.now() + challengeMs)
  return options
}

interface NewPasskey {
  readonly response: unknown
  readonly label: string
}

/** Adds a passkey, and returns the session's new token; undefined if it did not sign what it was asked to. */
export async function addPasskey(
  services: AccessServices,
  visitor: Visitor,
  { response, label }: NewPasskey,
  { origin, audit }: { readonly origin: WebOrigin; readonly audit: AuditOrigin },
): Promise<string | undefined> {
  const { loginId, name, sessionId, grants } = visitor
  const at = services.now()
  const expectedChallenge = await takeChallenge(services.pool, sessionId, at)
  if (expectedChallenge === undefined) return undefined
  const passkey = await readNewPasskey(response, { expectedChallenge, origin, requireUserVerification: false })
  if (!passkey) return undefined
  return inTransaction(services.pool, async (db) => {
    const factor = { id: uuidV7(at, services.random(10)), login: loginId, at }
    if (!(await insertPasskey(db, factor, label, passkey))) return undefined
    await deleteSessionsOf(db, loginId, sessionId)
    const token = await renewSession(db, services, sessionId)
    await tellBrands({ db, origin: audit }, grants, {
      action: 'user.factor',
      subject: name,
      after: { kind: 'passkey' },
    })
    return token
  })
}

/** Whether one of the login's passkeys signed what it was asked to. */
export async function isPasskeyOf(
  services: AccessServices,
  { loginId, sessionId }: Visitor,
  response: unknown,
  origin: WebOrigin,
): Promise<boolean> {
  const at = services.now()
  const expectedChallenge = await takeChallenge(services.pool, sessionId, at)
  const { id: given } = (response ?? {}) as { readonly id?: unknown }
  const known = (await listPasskeys(services.pool, loginId)).find(({ passkeyId }) => passkeyId === given)
  if (expectedChallenge === undefined || !known) return false
  const newCount = await countOfSigned(response, known, { expectedChallenge, origin, requireUserVerification: false })
  if (newCount === undefined) return false
  return updateSignCount(services.pool, loginId, { passkeyId: known.passkeyId, signCount: newCount, at })
}
