import { setTimeout as sleep } from 'node:timers/promises'
import { changesSomething, type Operation } from '../../calls/operations/operation.ts'
import { codeOf } from '../../ground/kernel/code-of.ts'
import { pathOf } from '../api/describe/transport.ts'
import type { RemotePlace } from './place.ts'

/** One call as it is sent. */
export interface RemoteCall {
  readonly operation: Operation
  /** JSON. */
  readonly body: string
  /** What makes it take effect once, however often it is sent. */
  readonly customRequestId?: string
}

export type RemoteOutcome =
  | RemoteAnswer
  /** No answer, or none that is Purser's; `wasSent`: it may have been carried out all the same. */
  | { readonly kind: 'unreachable'; readonly text: string; readonly wasSent: boolean }

export interface RemoteAnswer {
  readonly kind: 'answer'
  readonly isSuccess: boolean
  readonly status: number
  readonly body: Readonly<Record<string, unknown>>
  readonly errorCode?: number
  /** Fields of the request that the server does not know. */
  readonly unknownFields?: string
  /** With error 3: the call that succeeded. */
  readonly original?: string
  /** With error 3: whether that was the same call, by operation and body. */
  readonly isSameCall?: boolean
  /** Error 3 to a call that was repeated here: an earlier attempt of this very call has succeeded. */
  readonly isOurOwn?: true
}

export interface RemotePatience {
  /** In all. */
  readonly attempts: number
  readonly firstWaitMs: number
  readonly timeoutMs: number
  /** Told before each further attempt. */
  readonly onRetry?: (why: string, waitMs: number) => void
  readonly signal?: AbortSignal
}

/** The policy of the interface: two seconds, then twice as long each time. */
export const usualPatience: RemotePatience = { attempts: 5, firstWaitMs: 2000, timeoutMs: 30_000 }

/** Longer than this nobody waits at a terminal, whatever the server proposes. */
const waitMsMax = 60_000

/**
 * Calls an operation. It is repeated after a lost answer and where the server says that it could do nothing (109) or does
 * not know (136): a call that only reads always, one that changes something only with a customRequestId.
 */
export async function callServer(
  place: RemotePlace,
  call: RemoteCall,
  patience: RemotePatience = usualPatience,
): Promise<RemoteOutcome> {
  const mayRepeat = call.customRequestId !== undefined || !changesSomething(call.operation)
  let isRepeated = false
  for (let attempt = 1; ; attempt += 1) {
    const outcome = await attemptCall(place, call, patience)
    if (outcome.kind === 'answer' && outcome.errorCode === 3 && isRepeated && outcome.isSameCall !== false)
      return { ...outcome, isOurOwn: true }
    const why = whyAgain(outcome)
    if (why === undefined || !mayRepeat || attempt >= patience.attempts || patience.signal?.aborted) return outcome
    // Of a call that was refused with 109 nothing has happened: error 3 to the next is still about another one.
    isRepeated ||= !(outcome.kind === 'answer' && outcome.errorCode === 109)
    const waitMs = Math.min(waitMsMax, Math.max(patience.firstWaitMs * 2 ** (attempt - 1), retryAfterMs(outcome)))
    patience.onRetry?.(why, waitMs)
    try {
      await sleep(waitMs, undefined, patience.signal && { signal: patience.signal })
    } catch {
      return outcome
    }
  }
}

type Attempt = RemoteOutcome & { readonly retryAfterSeconds?: number }

function whyAgain(outcome: RemoteOutcome): string | undefined {
  // Nobody listens there: trying again at once helps nobody, and nothing was sent.
  if (outcome.kind === 'unreachable') return outcome.wasSent ? outcome.text : undefined
  if (outcome.errorCode === 136) return 'the server does not know whether it was carried out'
  return outcome.status === 503 ? 'the server is not available just now' : undefined
}

const retryAfterMs = (outcome: Attempt) => (outcome.retryAfterSeconds ?? 0) * 1000

async function attemptCall(place: RemotePlace, call: RemoteCall, patience: RemotePatience): Promise<Attempt> {
  const timeout = AbortSignal.timeout(patience.timeoutMs)
  const signal = patience.signal ? AbortSignal.any([timeout, patience.signal]) : timeout
  try {
    const response = await fetch(`${place.url}${pathOf(call.operation)}`, {
      method: 'POST',
      headers: headersOf(place, call),
      body: call.body,
      // Whatever is at another address shall not get the secret.
      redirect: 'manual',
      signal,
    })
    return toAnswer(response, await response.text())
  } catch (error) {
    return unreachable(place.url, error)
  }
}

function headersOf(place: RemotePlace, { customRequestId }: RemoteCall): Record<string, string> {
  const { key, secret, brand, location, terminal, employee, employeePassword, note } = place
  return {
    Authorization: `Basic ${Buffer.from(`${key}:${secret}`).toString('base64')}`,
    'Content-Type': 'application/json',
    ...namedHeaders({ Brand: brand, Location: location, Terminal: terminal, customRequestId }),
    ...namedHeaders({ employee, employeePassword, note }),
  }
}

/** Without those that say nothing; texts as the bytes that they are in UTF-8, as the server reads them. */
function namedHeaders(headers: Readonly<Record<string, string | undefined>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]) =>
      value === undefined || value === '' ? [] : [[name, Buffer.from(value, 'utf8').toString('latin1')]],
    ),
  )
}

function toAnswer(response: Response, text: string): Attempt {
  const body = parsed(text)
  if (!body || typeof body.success !== 'boolean') {
    const what = response.status >= 300 && response.status < 400 ? 'points elsewhere' : 'is not an answer of Purser'
    return {
      kind: 'unreachable',
      text: `what came back (HTTP ${response.status}) ${what}: is the address that of the server?`,
      // A proxy that could not reach the server says so with one of these.
      wasSent: [502, 503, 504].includes(response.status),
    }
  }
  const { headers, status } = response
  const unknownFields = headers.get('purser-unknown-fields')
  const original = headers.get('purser-original-request')
  const matches = headers.get('purser-original-matches')
  const retryAfter = headers.get('retry-after')
  return {
    kind: 'answer',
    isSuccess: body.success,
    status,
    body,
    ...(typeof body.errorCode === 'number' && { errorCode: body.errorCode }),
    ...(unknownFields !== null && { unknownFields }),
    ...(original !== null && { original }),
    ...(matches !== null && { isSameCall: matches === 'true' }),
    ...(retryAfter !== null && /^\d{1,6}$/.test(retryAfter) && { retryAfterSeconds: Number(retryAfter) }),
  }
}

function parsed(text: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as Record<string, unknown>)
      : undefined
  } catch {
    return undefined
  }
}

/** Nothing was sent when no connection came about. */
const beforeSending = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ERR_INVALID_URL',
])

function unreachable(url: string, error: unknown): Attempt {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error
  const code = codeOf(cause) ?? ''
  if (beforeSending.has(code))
    return { kind: 'unreachable', text: `nobody answers at ${url} (${code})`, wasSent: false }
  // Programs that fetch refuse some ports, because other protocols live there.
  if (cause instanceof Error && cause.message === 'bad port')
    return { kind: 'unreachable', text: `${url} has a port that is not for HTTP`, wasSent: false }
  const isTimeout = error instanceof Error && error.name === 'TimeoutError'
  return {
    kind: 'unreachable',
    text: isTimeout ? 'no answer in time' : `the answer was lost (${code || nameOf(cause)})`,
    wasSent: true,
  }
}

const nameOf = (cause: unknown) => (cause instanceof Error ? cause.message : String(cause))
