import type { AuditOrigin } from '../../../domain/audit/entry.ts'
import { inTransaction } from '../../../ground/database/in-transaction.ts'
import { couponAlphabet, randomText, uuidV7 } from '../../../ground/kernel/ids.ts'
import { tokenSha256 } from '../../../ground/kernel/random-token.ts'
import type { AccessServices } from '../access-services.ts'
import { tellBrands } from '../login/change-login.ts'
import { renewSession } from '../session/renew-session.ts'
import { deleteSessionsOf } from '../session/session.sql.ts'
import type { Visitor } from '../visitor.ts'
import { confirmTotp as confirmStored, findTotp, insertTotp, replaceRecoveryCodes } from './factor.sql.ts'
import { findStep, type NewTotp, newTotp } from './totp.ts'

const recoveryCodesCount = 10

/** Begins to set up a code generator. It is not asked for before a code of it was given. */
export async function setUpTotp(
  services: AccessServices,
  { loginId, name }: Visitor,
  issuer: string,
): Promise<NewTotp> {
  const at = services.now()
  const made = newTotp(name, issuer, services.random)
  const sealed = services.factorSealer.seal(loginId, made.secret)
  const factor = { id: uuidV7(at, services.random(10)), login: loginId, at }
  await inTransaction(services.pool, (db) => insertTotp(db, factor, sealed))
  return made
}

interface Confirmed {
  readonly token: string
  readonly recoveryCodes: readonly string[]
}

/** Puts the code generator into use. Undefined: the code is wrong, or none is being set up. */
export async function confirmTotp(
  services: AccessServices,
  { loginId, name, sessionId, grants }: Visitor,
  code: string,
  origin: AuditOrigin,
): Promise<Confirmed | undefined> {
  const at = services.now()
  return inTransaction(services.pool, async (db) => {
    const found = await findTotp(db, loginId, false)
    const step = found && findStep(services.factorSealer.open(loginId, found.sealed), code, at)
    if (!found || step === undefined) return undefined
    await confirmStored(db, loginId, found.id, { step, at })
    const recoveryCodes = Array.from({ length: recoveryCodesCount }, () => newRecoveryCode(services))
    const kept = recoveryCodes.map((one) => ({ id: uuidV7(at, services.random(10)), sha256: recoverySha256(one) }))
    await replaceRecoveryCodes(db, loginId, kept, at)
    await deleteSessionsOf(db, loginId, sessionId)
    const token = await renewSession(db, services, sessionId)
    await tellBrands({ db, origin }, grants, { action: 'user.factor', subject: name, after: { kind: 'totp' } })
    return { token, recoveryCodes }
  })
}

/** Sixteen characters, which are 80 bits: nobody guesses them, so a plain hash is enough. */
function newRecoveryCode({ random }: AccessServices): string {
  return (randomText(couponAlphabet, 16, random).match(/.{4}/g) ?? []).join('-')
}

export const recoverySha256 = (code: string) => tokenSha256(code.toUpperCase().replace(/[^A-Z0-9]/g, ''))
