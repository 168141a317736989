import { isDemoSender } from '../../calls/delivery/demo-hosts.ts'
import type { Brand } from '../../domain/brand/brand.ts'
import type { User } from '../access/login/user.sql.ts'
import { standingIn } from '../access/visitor.ts'

/** What keeps somebody from getting reports. */
export const hindrances = ['removed', 'disabled', 'invited', 'noRight', 'restricted', 'noAddress'] as const
export type Hindrance = (typeof hindrances)[number]

/** Why a mail was not sent. */
export type MailNotSentReason = Hindrance | 'stopped' | 'paused' | 'reportGone'

/** One address, and nothing that could become several or another header. */
const isAddress = (name: string) => /^[^\s<>,;:"@\p{C}]+@[^\s<>,;:"@\p{C}]+\.[^\s<>,;:"@\p{C}]+$/u.test(name)

/**
 * Where a user gets reports: what they log in by. The demo's logins are plain names, and its mails go nowhere: there each has an
 * address of the demo.
 */
export function addressOf({ name }: Pick<User, 'name'>, { document }: Brand): string | undefined {
  if (isAddress(name)) return name
  const { email } = document.senders
  return email && isDemoSender(email.smtp) ? `${name.replace(/[^\w.-]/g, '')}@mail.harbor-coffee.example` : undefined
}

/**
 * What keeps a user from getting reports of a brand; undefined if nothing does. They get by e-mail what they could look
 * at in the portal, and nothing else: whoever set no password yet has not shown that the address is theirs.
 */
export function findHindrance(user: User | undefined, brand: Brand): Hindrance | undefined {
  const standing = user && standingIn(user, brand)
  if (!user || !standing) return 'removed'
  if (user.isDisabled) return 'disabled'
  if (user.passwordHash === undefined && !user.isLinked) return 'invited'
  if (!standing.permissions.has('reports.see')) return 'noRight'
  if (standing.locations) return 'restricted'
  return addressOf(user, brand) === undefined ? 'noAddress' : undefined
}
