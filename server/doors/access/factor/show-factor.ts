import type { AccessRoom } from '../access-room.ts'
import { findTotp, updateStep, useRecoveryCode } from './factor.sql.ts'
import { recoverySha256 } from './set-up-totp.ts'
import { findStep } from './totp.ts'

/** Whether it is a code of the login's generator that was not used before. */
export async function isTotpOf(room: AccessRoom, loginId: string, code: string): Promise<boolean> {
  const at = room.now()
  const found = await findTotp(room.pool, loginId, true)
  const step = found && findStep(room.factorSealer.open(loginId, found.sealed), code, at)
  return found !== undefined && step !== undefined && updateStep(room.pool, loginId, found.id, { step, at })
}

/** Each works once. */
export const isRecoveryCodeOf = (room: AccessRoom, loginId: string, code: string): Promise<boolean> =>
  useRecoveryCode(room.pool, loginId, recoverySha256(code), room.now())
