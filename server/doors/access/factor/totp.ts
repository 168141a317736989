import { Secret, TOTP } from 'otpauth'
import type { RandomBytes } from '../../../ground/kernel/ids.ts'
import type { Instant } from '../../../ground/kernel/time.ts'

const periodSeconds = 30
/** Clocks of telephones are off by some seconds, so the codes before and after the current one count too. */
const stepsAround = 1

/** A secret for a code generator, as its app takes it: typed in, or from the picture of the address. */
export interface NewTotp {
  readonly secret: string
  readonly uri: string
}

export function newTotp(name: string, issuer: string, random: RandomBytes): NewTotp {
  const secret = new Secret({ buffer: new Uint8Array(random(20)).buffer })
  return { secret: secret.base32, uri: totpOf(secret, name, issuer).toString() }
}

/** The step of time that the code belongs to; undefined if it is wrong. */
export function findStep(secret: string, code: string, now: Instant): number | undefined {
  const token = code.replace(/\s/g, '')
  if (!/^\d{6}$/.test(token)) return undefined
  const totp = totpOf(Secret.fromBase32(secret), '', '')
  const delta = totp.validate({ token, timestamp: now, window: stepsAround })
  return delta === null ? undefined : Math.floor(now / 1000 / periodSeconds) + delta
}

const totpOf = (secret: Secret, label: string, issuer: string) =>
  new TOTP({ issuer, label, algorithm: 'SHA1', digits: 6, period: periodSeconds, secret })
