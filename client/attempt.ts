import type { Refused } from './errors.ts'
import type { ErrorCode } from './generated/error-words.ts'
import { readRetryAfter } from './retry-policy.ts'
import type { Surroundings } from './surroundings.ts'

/** One call as it goes on the wire. Every attempt sends the same bytes. */
export interface Message {
  readonly url: string
  readonly headers: Record<string, string>
  readonly body: string
}

/** How one attempt ends. */
export type HttpAttempt = HttpAnswer | HttpRefusal | Lost

export interface HttpAnswer {
  readonly kind: 'answered'
  readonly body: Envelope
  readonly unknownFields: readonly string[]
}

export interface HttpRefusal {
  readonly kind: 'refused'
  readonly refused: Refused
  /** With error 3: whether the call that had the id was this very one. Undefined if the service does not say. */
  readonly isSame: boolean | undefined
  readonly unknownFields: readonly string[]
}

/** No answer that says what became of the call. */
interface Lost {
  readonly kind: 'lost'
  readonly cause: unknown
  /** False only if the service says that it executed nothing. */
  readonly mayBeDone: boolean
  /** Whether another attempt makes sense. */
  readonly again: boolean
  readonly retryAfterMs?: number | undefined
}

/** A body as every answer of the service has one. */
interface Envelope {
  readonly success: boolean
  readonly requestRef: string
  readonly [field: string]: unknown
}

/** Sends a call once. Ends early, as lost, when the signal is aborted. */
export async function attempt(message: Message, signal: AbortSignal, world: Surroundings): Promise<HttpAttempt> {
  const lost = (cause: unknown): Lost => ({ kind: 'lost', cause, mayBeDone: true, again: true })
  const exchange = async () => {
    const response = await world.fetch(message.url, {
      method: 'POST',
      headers: message.headers,
      body: message.body,
      // Elsewhere is not where the secret was meant to go, and a redirected POST may arrive as a GET.
      redirect: 'manual',
      signal,
    })
    return judge(response, await response.text(), world.now())
  }
  return Promise.race([exchange().catch(lost), aborted(signal).then(lost)])
}

/** Not every fetch ends when it is told to. */
function aborted(signal: AbortSignal): Promise<unknown> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve(signal.reason)
    else signal.addEventListener('abort', () => resolve(signal.reason), { once: true })
  })
}

/** Statuses by which something between here and the service says that it lost the call or its answer. */
const gatewayStatuses = new Set([502, 503, 504])
const temporarilyUnavailable = 109
const outcomeUnknown = 136

function judge(response: Response, text: string, now: number): HttpAttempt {
  const { status, headers } = response
  const body = readEnvelope(text)
  const retryAfterMs = readRetryAfter(headers.get('retry-after'), now)
  if (!body || (status === 200) !== body.success) {
    // A page of somebody else: a login page of the network, a proxy, or a wrong address.
    const again = gatewayStatuses.has(status) || status === 200
    const cause = new Error(`The answer with HTTP status ${status} is not one of Purser. Check the base URL.`)
    return { kind: 'lost', cause, mayBeDone: true, again, retryAfterMs }
  }
  const unknownFields = readList(headers.get('purser-unknown-fields'))
  if (body.success) return { kind: 'answered', body, unknownFields }
  const refused = toRefused(body, status, { headers, retryAfterMs })
  const code: number = refused.errorCode
  if (code === temporarilyUnavailable || code === outcomeUnknown) {
    const cause = new Error(`Error ${code}: ${refused.errorMessage}`)
    return { kind: 'lost', cause, mayBeDone: code === outcomeUnknown, again: true, retryAfterMs }
  }
  const matches = headers.get('purser-original-matches')
  return { kind: 'refused', refused, isSame: matches === null ? undefined : matches === 'true', unknownFields }
}

function readEnvelope(text: string): Envelope | undefined {
  try {
    const body: unknown = JSON.parse(text)
    if (typeof body !== 'object' || body === null) return undefined
    const { success, requestRef } = body as Partial<Envelope>
    return typeof success === 'boolean' && typeof requestRef === 'string' ? (body as Envelope) : undefined
  } catch {
    return undefined
  }
}

function toRefused(
  body: Envelope,
  httpStatus: number,
  { headers, retryAfterMs }: { headers: Headers; retryAfterMs: number | undefined },
): Refused {
  return {
    errorCode: Number(body.errorCode) as ErrorCode,
    errorMessage: String(body.errorMessage),
    requestRef: body.requestRef,
    httpStatus,
    blockingCoupons: Array.isArray(body.blockingCoupons) ? body.blockingCoupons.map(String) : undefined,
    lockedBy: readLock(body.lockedBy),
    retryAfterMs,
    originalRequestRef: headers.get('purser-original-request') ?? undefined,
  }
}

function readLock(told: unknown): Refused['lockedBy'] {
  if (typeof told !== 'object' || told === null) return undefined
  const { setupTransactionId, until } = told as Record<string, unknown>
  return typeof setupTransactionId === 'string' && typeof until === 'string' ? { setupTransactionId, until } : undefined
}

/** A comma-separated list whose members are percent-encoded. */
function readList(header: string | null): readonly string[] {
  return header ? header.split(',').map(decoded) : []
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
