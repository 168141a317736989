import type { RandomBytes } from '../kernel/ids.ts'
import type { Senders } from './shapes/message-shape.ts'

type Receiver = NonNullable<Senders['sms']>
const receivers = ['sms', 'push', 'webhook'] as const

/** A file may leave secrets out: then those that are known stay, and a receiver that has none is given one. */
export function keepSenderSecrets(senders: Senders, before: Senders | undefined, random: RandomBytes): Senders {
  const kept: { email?: NonNullable<Senders['email']>; sms?: Receiver; push?: Receiver; webhook?: Receiver } = {}
  if (senders.email) {
    kept.email = { ...senders.email, smtp: keepPassword(senders.email.smtp, before?.email?.smtp) }
  }
  for (const name of receivers) {
    const receiver = senders[name]
    if (!receiver) continue
    kept[name] = { url: receiver.url, secrets: receiver.secrets ?? before?.[name]?.secrets ?? [newSecret(random)] }
  }
  return kept
}

/** The senders as an export shows them. */
export function withoutSenderSecrets(senders: Senders): Senders {
  const { email, ...rest } = senders
  const shown = Object.entries(rest).map(([name, receiver]) => [name, { url: receiver.url }] as const)
  return { ...(email ? { email: { ...email, smtp: withoutPassword(email.smtp) } } : {}), ...Object.fromEntries(shown) }
}

function newSecret(random: RandomBytes): string {
  return `whsec_${Buffer.from(random(24)).toString('base64')}`
}

/** The same address without a password means that the password is unchanged. */
function keepPassword(smtp: string, before: string | undefined): string {
  return before !== undefined && withoutPassword(before) === smtp ? before : smtp
}

export function withoutPassword(address: string): string {
  const url = new URL(address)
  if (url.password === '') return address
  url.password = ''
  return url.href
}
