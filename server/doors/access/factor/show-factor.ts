import type { AccessServices } from '../access-services.ts'
import { findTotp, updateStep, useRecoveryCode } from './factor.sql.ts'
import { recoverySha256 } from './set-up-totp.ts'
import { findStep } from './totp.ts'

/** Whether it is a code of the login's generator that was not used before. */
export async function isTotpOf(services: AccessServices, loginId: string, code: string): Promise<boolean> {
  const at = services.now()
  const found = await findTotp(services.pool, loginId, true)
  const step = found && findStep(services.factorSealer.open(loginId, found.sealed), code, at)
  return found !== undefined && step !== undefined && updateStep(services.pool, loginId, found.id, { step, at })
}

/** Each works once. */
export const isRecoveryCodeOf = (services: AccessServices, loginId: string, code: string): Promise<boolean> =>
  useRecoveryCode(services.pool, loginId, recoverySha256(code), services.now())
