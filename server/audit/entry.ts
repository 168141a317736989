import type { RequestRef } from '../kernel/ids.ts'
import type { Instant } from '../kernel/time.ts'

/** Everything that leaves an audit entry, and what is said of it. */
export const auditActions = {
  'brand.applied': 'The configuration of the brand was changed.',
  'key.created': 'An API key was made.',
  'key.changed': 'What an API key may do was changed, or its secret was replaced.',
  'key.revoked': 'An API key was revoked.',
  'stock.generated': 'Cards or coupons were generated.',
  'receiver.enabled': 'A receiver of messages or a webhook was switched on again.',
  'subscription.assigned': 'A subscription was given to a card.',
  'balance.adjusted': 'A balance or a status was changed by an accounting adjustment.',
  'customer.exported': 'Everything that is kept about a customer was exported.',
  'customer.erased': 'A customer was erased.',
} as const

export type AuditAction = keyof typeof auditActions

/** Who did it: the API key of a call, or a user of the command line. */
export interface AuditActor {
  readonly kind: 'key' | 'commandLine'
  readonly name: string
  /** The caller's address, or the host on which the command ran. */
  readonly from?: string
  /** The employee that the call named. */
  readonly employee?: string
}

type Json = Readonly<Record<string, unknown>>

/** A change of configuration, of a key or of a balance by hand. It never holds secrets, pins or personal data. */
export interface NewAuditEntry {
  readonly action: AuditAction
  /** What was changed: a key, a card number, the brand. */
  readonly subject: string
  readonly actor: AuditActor
  readonly ref?: RequestRef
  readonly note?: string
  readonly before?: Json
  readonly after?: Json
}

export interface AuditEntry extends NewAuditEntry {
  readonly id: string
  readonly at: Instant
}
