import type { KeyObject } from 'node:crypto'
import { day, type Instant } from '../../../ground/kernel/time.ts'
import type { OutboxMessage } from '../outbox-message.ts'
import { type ConsentTicket, confirmPath, toConsentToken, unsubscribePath } from './consent-link.ts'

/** Makes the links in an e-mail. */
export interface ConsentLinks {
  readonly unsubscribe: (message: OutboxMessage) => string
  /** Its time runs from this attempt, so that a late message leaves just as much time. */
  readonly confirm: (message: OutboxMessage, attemptedAt: Instant) => string
}

/** Users who have not confirmed by then must be asked again. */
const confirmWithinMs = 30 * day

/** Links to the public address of the server. Without such an address there can be none. */
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
