import type { BrandDocument, BrandFile } from '../../../domain/brand/document.ts'
import type { SenderSettings } from '../../../domain/brand/shapes/message-shape.ts'
import type { RandomBytes } from '../../../ground/kernel/ids.ts'

/** A generated secret. Whoever applies the file sees it once, to pass it on to the receiver. */
export interface ReceiverSecret {
  /** What signs with it: `senders/sms`, `webhooks/ID`. */
  readonly address: string
  readonly secret: string
}

type Receiving = Pick<BrandFile, 'senders' | 'webhooks'>

/** A file may omit secrets: known ones stay, and a receiver that has none gets a new one. */
export function keepSecrets(file: Receiving, before: BrandDocument | undefined, random: RandomBytes): Receiving {
  const known = knownSecrets(before)
  const keep = <R extends { readonly secrets?: readonly string[] }>(receiver: R, address: string) => ({
    ...receiver,
    secrets: receiver.secrets ?? known.get(address) ?? [newSecret(random)],
  })
  const { email, sms, push, webhook, ...others } = file.senders
  const senders: SenderSettings = {
    ...others,
    ...(email && { email: { ...email, smtp: keepPassword(email.smtp, before?.senders.email?.smtp) } }),
    ...(sms && { sms: keep(sms, 'senders/sms') }),
    ...(push && { push: keep(push, 'senders/push') }),
    ...(webhook && { webhook: keep(webhook, 'senders/webhook') }),
  }
  return { senders, webhooks: file.webhooks.map((one) => keep(one, `webhooks/${one.id}`)) }
}

/** Secrets that the document has, although neither the file nor the previous document had any. */
export function newSecrets(
  file: Receiving,
  before: BrandDocument | undefined,
  document: BrandDocument,
): ReceiverSecret[] {
  const known = knownSecrets(before)
  const given = secretsOf(file)
  return [...secretsOf(document)]
    .filter(([address]) => !known.has(address) && !given.has(address))
    .flatMap(([address, secrets]) => secrets.map((secret) => ({ address, secret })))
}

/** Including those of webhooks that are switched off, which have the same secrets when they return. */
function knownSecrets(before: BrandDocument | undefined): ReadonlyMap<string, readonly string[]> {
  if (!before) return new Map()
  const { senders, webhooks, switchedOff } = before
  return secretsOf({ senders, webhooks: [...switchedOff.webhooks, ...webhooks] })
}

/** By what signs with them. */
export function secretsOf({ senders, webhooks }: Receiving): ReadonlyMap<string, readonly string[]> {
  const receivers = [
    ['senders/sms', senders.sms] as const,
    ['senders/push', senders.push] as const,
    ['senders/webhook', senders.webhook] as const,
    ...webhooks.map((webhook) => [`webhooks/${webhook.id}`, webhook] as const),
  ]
  return new Map(receivers.flatMap(([address, one]) => (one?.secrets ? [[address, one.secrets] as const] : [])))
}

function newSecret(random: RandomBytes): string {
  return `whsec_${Buffer.from(random(32)).toString('base64')}`
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
