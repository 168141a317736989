import type { RequestRef } from '../../ground/kernel/ids.ts'
import type { Instant } from '../../ground/kernel/time.ts'

/** Everything that leaves an audit entry, and what is said of it. */
export const auditActions = {
  'brand.applied': 'The configuration of the brand was changed.',
  'brand.scheduled': 'A change of the configuration was scheduled, or a scheduled one was cancelled.',
  'draft.saved': 'A draft of changes of the configuration was made or changed.',
  'draft.submitted': 'Somebody was asked to look at a draft.',
  'draft.reviewed': 'A draft was approved, or sent back.',
  'draft.published': 'A draft was published, scheduled, or refused when it was due.',
  'draft.reopened': 'A draft was taken back from review or from its schedule.',
  'draft.discarded': 'A draft was discarded.',
  'key.created': 'An API key was made.',
  'key.changed': 'What an API key may do was changed.',
  'key.rotated': 'An API key was given a second secret, or its older one was ended.',
  'key.revoked': 'An API key was revoked.',
  'secret.rotated': 'The secret key of the server was replaced by another, or the older one was ended.',
  'environment.changed': 'The environment that the database belongs to was named or changed.',
  'stock.generated': 'Cards or coupons were generated.',
  'receiver.enabled': 'A receiver of messages or a webhook was switched on again.',
  'subscription.assigned': 'A subscription was given to a card.',
  'balance.adjusted': 'A balance was changed by an accounting adjustment.',
  'balance.given': 'A user of the portal loaded a balance by hand, or gave it as goodwill.',
  'status.adjusted': 'The status of a card was changed by hand.',
  'tier.overridden': 'A card was given a level by hand, or that was ended.',
  'data.imported': 'The loading of a file of cards, customers, balances, coupons or products began or ended.',
  'data.exported': 'Rows were exported into files.',
  'books.closed': 'A month of the books was closed.',
  'books.reopened': 'The month of the books that was closed last was opened again.',
  'reportMail.saved': 'A report that is sent by e-mail was set up, changed, paused or resumed.',
  'reportMail.deleted': 'A report is no longer sent by e-mail.',
  'reportMail.stopped': 'A user of the portal no longer wants a report by e-mail.',
  'errand.started': 'Long work was asked for.',
  'errand.cancelled': 'Long work that waited or ran was cancelled.',
  'repair.started': 'What a campaign gave by mistake is taken back, or made up for.',
  'approval.asked': 'Somebody asked a second person for a change that they may not make alone.',
  'approval.given': 'A second person approved a change, and it was carried out or refused.',
  'approval.declined': 'A second person declined a change.',
  'approval.secretShown': 'Whoever asked for an approved change was shown the secrets that it made.',
  'limit.passed':
    'Somebody went above their limit without a second person, because the brand file has switched approvals off.',
  'customer.sought': 'Somebody at a till looked for a customer who had no card with them.',
  'customer.exported': 'Everything that is kept about a customer was exported.',
  'customer.viewed': 'Somebody of staff saw the pages for members as a customer does.',
  'customer.erased': 'A customer was erased.',
  'message.tested': 'A test message was sent.',
  'device.registered': 'A device at the counter was registered, on which cashiers log in by a PIN.',
  'device.revoked': 'A device at the counter is no longer registered; its PINs and their sessions have ended.',
  'user.invited': 'A user of the portal was invited.',
  'user.changed': 'The role of a user of the portal, or where it counts, was changed.',
  'user.disabled': 'A user of the portal was disabled, or enabled again.',
  'user.reset': 'A user of the portal was given a link to set another password.',
  'user.removed': 'A user of the portal was removed.',
  'user.password': 'A user of the portal set a password.',
  'user.linked': 'A user of the portal was linked to their login for single sign-on.',
  'user.factor': 'A second factor of a user of the portal was set up or removed.',
  'user.loggedIn': 'A user of the portal logged in.',
  'user.loginFailed': 'A password or code for a user of the portal was wrong. At most one a minute for each user.',
  'user.locked': 'After too many wrong passwords or codes, a user of the portal has to wait.',
  'user.pin': 'A user of the portal set or removed their PIN on a device, or it was locked after too many wrong ones.',
  'user.sessionsEnded': 'Sessions of a user of the portal were ended by somebody else.',
} as const

export type AuditAction = keyof typeof auditActions

export const isAuditAction = (text: string): text is AuditAction => Object.hasOwn(auditActions, text)

/** Who did it: the API key of a call, a user of the portal, or one of the command line. */
export interface AuditActor {
  readonly kind: 'key' | 'user' | 'commandLine'
  readonly name: string
  /** The caller's address, or the host on which the command ran. */
  readonly from?: string
  /** The employee that the call named. */
  readonly employee?: string
}

export type AuditState = Readonly<Record<string, unknown>>

/** A change by hand. It never holds secrets, pins or personal data: it can be neither changed nor erased. */
export interface NewAuditEntry {
  readonly action: AuditAction
  /** What was changed: a key, a card number, the brand. */
  readonly subject: string
  readonly actor: AuditActor
  /** The call that did it. */
  readonly ref?: RequestRef
  readonly before?: AuditState
  readonly after?: AuditState
}

/** Whoever changes something by hand, and the call by which they do. */
export type AuditOrigin = Pick<NewAuditEntry, 'actor' | 'ref'>

export interface AuditEntry extends NewAuditEntry {
  readonly id: string
  readonly at: Instant
}
