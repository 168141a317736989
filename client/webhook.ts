import { PurserError, PurserMisuse } from './errors.ts'
import type { WebhookDataByType, WebhookType } from './generated/webhook-types.ts'

/** A notice of one type. */
export interface WebhookEventOf<T extends WebhookType> {
  /** The same for each delivery of the same notice: remember it, and do nothing the second time. */
  readonly id: string
  readonly type: T
  /** When it happened, as ISO 8601. */
  readonly timestamp: string
  readonly data: WebhookDataByType[T]
}

/**
 * A notice of something that happened in a brand; `type` says which data it has. A later server may tell of types that are
 * not listed here: leave out what you do not know.
 */
export type WebhookEvent = { [T in WebhookType]: WebhookEventOf<T> }[WebhookType]

/** What arrived. The body has to be what was sent, byte by byte: read it before anything parses it. */
export interface WebhookRequest {
  readonly headers: Headers | Readonly<Record<string, string | readonly string[] | undefined>>
  readonly body: string | Uint8Array
}

export interface WebhookCheck {
  /** The secret of the webhook, or two while it is being replaced. */
  readonly secrets: readonly string[]
  /** How old or how far ahead a delivery may be. 5 minutes unless told. */
  readonly toleranceSeconds?: number
  /** Milliseconds since 1970. */
  readonly now?: () => number
}

/** A delivery that is not to be believed. */
export class PurserWebhookRefused extends PurserError {
  override readonly name = 'PurserWebhookRefused'
  readonly reason: 'headers' | 'timestamp' | 'signature' | 'body'

  constructor(reason: PurserWebhookRefused['reason'], message: string) {
    super(message, { operation: 'verifyWebhook', attempts: 0, customRequestId: undefined, outcome: 'notDone' })
    this.reason = reason
  }
}

const toleranceSecondsDefault = 300
const checking = { operation: 'verifyWebhook' }

/** The event of a delivery that Purser signed, within the tolerance. Throws PurserWebhookRefused for any other. */
export async function verifyWebhook(request: WebhookRequest, check: WebhookCheck): Promise<WebhookEvent> {
  const { secrets, toleranceSeconds = toleranceSecondsDefault, now = Date.now } = check
  if (secrets.length === 0) throw new PurserMisuse('verifyWebhook needs at least one secret.', checking)
  const id = headerOf(request, 'webhook-id')
  const timestamp = headerOf(request, 'webhook-timestamp')
  const signatures = headerOf(request, 'webhook-signature')
  if (!id || !timestamp || !signatures)
    throw new PurserWebhookRefused('headers', 'A header of the signature is missing: this is no delivery of Purser.')
  const ageSeconds = now() / 1000 - Number(timestamp)
  if (!/^\d+$/.test(timestamp) || Math.abs(ageSeconds) > toleranceSeconds)
    throw new PurserWebhookRefused('timestamp', `The delivery is not of the last ${toleranceSeconds} seconds.`)
  const body = typeof request.body === 'string' ? encode(request.body) : request.body
  const signed = joined(encode(`${id}.${timestamp}.`), body)
  if (!(await isSigned(signed, signatures, secrets)))
    throw new PurserWebhookRefused('signature', 'No signature of the delivery was made with these secrets.')
  // Whoever has the secret is Purser, whose notices are as its contracts say.
  return { id, ...readBody(body) } as WebhookEvent
}

function headerOf({ headers }: WebhookRequest, name: string): string | undefined {
  if (headers instanceof Headers) return headers.get(name) ?? undefined
  const found = Object.entries(headers).find(([key]) => key.toLowerCase() === name)?.[1]
  return typeof found === 'string' ? found : found?.[0]
}

/** Each secret against each signature, by the platform's own comparison, which takes the same time for all. */
async function isSigned(signed: Uint8Array<ArrayBuffer>, header: string, secrets: readonly string[]): Promise<boolean> {
  const macs = header
    .split(' ')
    .filter((part) => part.startsWith('v1,'))
    .flatMap((part) => fromBase64(part.slice('v1,'.length)) ?? [])
  let isAny = false
  for (const secret of secrets) {
    const key = await keyOf(secret)
    for (const mac of macs) isAny = (await crypto.subtle.verify('HMAC', key, mac, signed)) || isAny
  }
  return isAny
}

const prefix = 'whsec_'

/** A secret in the standard's form is the key in base64. Any other text is the key itself. */
function keyOf(secret: string) {
  const bytes = secret.startsWith(prefix) ? fromBase64(secret.slice(prefix.length)) : encode(secret)
  if (!bytes || bytes.length === 0) throw new PurserMisuse('A secret of the webhook is not complete.', checking)
  return crypto.subtle.importKey('raw', bytes, { name: 'HMAC', hash: 'SHA-256' }, false, ['verify'])
}

function fromBase64(text: string): Uint8Array<ArrayBuffer> | undefined {
  try {
    return Uint8Array.from(atob(text), (character) => character.charCodeAt(0))
  } catch {
    return undefined
  }
}

function joined(first: Uint8Array, second: Uint8Array): Uint8Array<ArrayBuffer> {
  const whole = new Uint8Array(first.length + second.length)
  whole.set(first)
  whole.set(second, first.length)
  return whole
}

interface Signed {
  readonly type: string
  readonly timestamp: string
  readonly data: object
}

const encode = (text: string): Uint8Array<ArrayBuffer> => new Uint8Array(new TextEncoder().encode(text))

function readBody(body: Uint8Array): Signed {
  try {
    const { type, timestamp, data } = JSON.parse(new TextDecoder().decode(body))
    if (typeof type === 'string' && typeof timestamp === 'string' && typeof data === 'object' && data !== null)
      return { type, timestamp, data }
  } catch {
    // As below.
  }
  throw new PurserWebhookRefused('body', 'The delivery is signed, but is no notice of a webhook.')
}
