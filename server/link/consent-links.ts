import type { KeyObject } from 'node:crypto'
import { day, type Instant } from '../kernel/time.ts'
import type { OutboxMessage } from '../message/outbox-message.ts'
import { type ConsentTicket, confirmPath, toConsentToken, unsubscribePath } from './consent-link.ts'

/** The links that an e-mail carries. */
export interface ConsentLinks {
  readonly unsubscribe: (message: OutboxMessage) => string
  /** Good from this attempt on: one that comes late has as much time as any. */
  readonly confirm: (message: OutboxMessage, attemptedAt: Instant) => string
}

/** Whoever has not confirmed by then has to be asked again. */
const confirmWithinMs = 30 * day

/** Links at the address where customers reach the server; without one there can be none. */
export function consentLinks(publicUrl: string, key: KeyObject): ConsentLinks {
  const tokenOf = ({ brand, ref, line }: OutboxMessage, more: Omit<ConsentTicket, 'brand' | 'ref' | 'line'>) =>
    toConsentToken({ brand, ref, line, ...more }, key)
  return {
    unsubscribe: (message) => publicUrl + unsubscribePath(tokenOf(message, { wish: 'unsubscribe' })),
    confirm: (message, attemptedAt) => {
      const expiresAt = attemptedAt + confirmWithinMs
      return publicUrl + confirmPath(tokenOf(message, { wish: 'confirm', expiresAt }))
    },
  }
}
