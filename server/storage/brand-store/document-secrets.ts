import type { BrandDocument, SwitchedOff } from '../../domain/brand/document.ts'
import type { SenderSettings } from '../../domain/brand/shapes/message-shape.ts'
import type { BrandId } from '../../ground/kernel/ids.ts'
import type { Sealer } from '../../ground/kernel/seal.ts'
import { withoutPassword } from './apply/receiver-secrets.ts'

/** The purpose from which the key of these secrets is derived. */
export const brandSecretUse = 'purser brand secrets'

/** A document as it is stored: its secrets are sealed, or still plain if an earlier version wrote it. */
export interface SealedDocument {
  readonly sealed: StoredDocument
}

/** Documents of earlier versions have no webhooks. */
type StoredDocument = Omit<BrandDocument, 'webhooks' | 'switchedOff'> &
  Partial<Pick<BrandDocument, 'webhooks'>> & {
    readonly switchedOff: Omit<SwitchedOff, 'webhooks'> & Partial<Pick<SwitchedOff, 'webhooks'>>
  }

/** A secret that was sealed with another key or for another place, or has been changed since. */
export class SecretNotOpened extends Error {
  constructor(brandId: BrandId, place: string) {
    super(`A secret of brand ${brandId} cannot be opened with this secret key: ${place}.`)
  }
}

export function sealSecrets(document: BrandDocument, sealer: Sealer): SealedDocument {
  const seal = (secret: string, place: string) => toText(sealer.seal(ownerOf(document, place), secret))
  const sealed = changeSecrets(document, {
    list: (secrets, place) => secrets.map((secret) => seal(secret, place)),
    address: (smtp, place) => withPassword(smtp, () => seal(smtp, place)),
  })
  return { sealed }
}

export function openSecrets({ sealed }: SealedDocument, sealer: Sealer): BrandDocument {
  const open = (stored: string, place: string) => {
    try {
      return sealer.open(ownerOf(sealed, place), fromText(stored))
    } catch {
      throw new SecretNotOpened(sealed.brand.id, place)
    }
  }
  return changeSecrets(toPresent(sealed), {
    list: (secrets, place) => secrets.map((secret) => (isSealed(secret) ? open(secret, place) : secret)),
    address: (smtp, place) => {
      const password = sealedPassword(smtp)
      return password === undefined ? smtp : open(password, place)
    },
  })
}

/** For callers that send nothing and therefore need no key. */
export function withoutSecrets({ sealed }: SealedDocument): BrandDocument {
  return changeSecrets(toPresent(sealed), { list: () => undefined, address: withoutPassword })
}

export function hasPlainSecrets(document: SealedDocument): boolean {
  return listSecrets(document).some((secret) => !isSealed(secret))
}

/** Whether the document has a secret that is plain, or that was sealed with another key than this one. */
export function needsKeysBeside(document: SealedDocument, keyId: number): boolean {
  return listSecrets(document).some((secret) => !isSealed(secret) || fromText(secret)[0] !== keyId)
}

/** The secrets as they are stored: sealed, or plain. */
function listSecrets({ sealed }: SealedDocument): string[] {
  const found: string[] = []
  changeSecrets(toPresent(sealed), {
    list: (secrets) => {
      found.push(...secrets)
      return secrets
    },
    address: (smtp) => {
      const { password } = new URL(smtp)
      if (password !== '') found.push(sealedPassword(smtp) ?? password)
      return smtp
    },
  })
  return found
}

/** How to change the secrets of a receiver, and an address that may contain a password. */
export interface SecretChange {
  list(secrets: readonly string[], place: string): readonly string[] | undefined
  address(smtp: string, place: string): string
}

/** The only list of places where a document has readable secrets. All other secrets are stored as hashes. */
export function changeSecrets(document: BrandDocument, change: SecretChange): BrandDocument {
  const { senders, webhooks, switchedOff } = document
  const changeWebhook = (webhook: BrandDocument['webhooks'][number]) =>
    changeReceiver(webhook, `webhooks[${webhook.id}]`, change)
  return {
    ...document,
    senders: changeSenders(senders, change),
    webhooks: webhooks.map(changeWebhook),
    switchedOff: { ...switchedOff, webhooks: switchedOff.webhooks.map(changeWebhook) },
  }
}

function changeSenders({ email, sms, push, webhook, ...others }: SenderSettings, change: SecretChange): SenderSettings {
  return {
    ...others,
    ...(email && { email: { ...email, smtp: change.address(email.smtp, 'senders.email.smtp') } }),
    ...(sms && { sms: changeReceiver(sms, 'senders.sms', change) }),
    ...(push && { push: changeReceiver(push, 'senders.push', change) }),
    ...(webhook && { webhook: changeReceiver(webhook, 'senders.webhook', change) }),
  }
}

function changeReceiver<R extends { readonly secrets?: readonly string[] }>(
  receiver: R,
  at: string,
  change: SecretChange,
) {
  const { secrets: known, ...others } = receiver
  const secrets = known && change.list(known, `${at}.secrets`)
  return { ...others, ...(secrets && { secrets }) }
}

function toPresent({ webhooks = [], switchedOff, ...document }: StoredDocument): BrandDocument {
  return { ...document, webhooks, switchedOff: { ...switchedOff, webhooks: switchedOff.webhooks ?? [] } }
}

const mark = 'sealed:'
const isSealed = (text: string) => text.startsWith(mark)

/** The number of the key stays readable: sealed:1:… */
const toText = (sealed: Buffer) => `${mark}${sealed[0]}:${sealed.subarray(1).toString('base64')}`

function fromText(text: string): Buffer {
  const [, keyId = '0', content = ''] = /^sealed:(\d{1,3}):(.*)$/.exec(text) ?? []
  return Buffer.concat([Buffer.of(Number(keyId)), Buffer.from(content, 'base64')])
}

/** Binds a sealed secret to its brand and place, so that it cannot be moved elsewhere. */
const ownerOf = ({ brand }: Pick<BrandDocument, 'brand'>, place: string) => `${brand.id}\0${place}`

/**
 * Seals the whole address and puts the result in place of its password. It can then be opened exactly as it was
 * written, and an export can show the address without its password and without the key.
 */
function withPassword(smtp: string, seal: () => string): string {
  const url = new URL(smtp)
  if (url.password === '') return smtp
  url.password = encodeURIComponent(seal())
  return url.href
}

function sealedPassword(smtp: string): string | undefined {
  const { password } = new URL(smtp)
  return password.startsWith(encodeURIComponent(mark)) ? decodeURIComponent(password) : undefined
}
