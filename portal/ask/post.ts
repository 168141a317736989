import { confirmItIsYou } from './confirmation.ts'
import { type ErrorReason, hasReason, type MoreOfError, PortalError } from './portal-error.ts'

export type Headers = Readonly<Record<string, string>>

let language = 'en'

/** The language in which the server is to answer. */
export function askIn(chosen: string): void {
  language = chosen
}

/** Sends a question, and once more if somebody first has to prove that it is them. */
export async function post(path: string, body: object, headers: Headers = {}): Promise<unknown> {
  try {
    return await postOnce(path, body, headers)
  } catch (error) {
    if (!hasReason(error, 'confirmNeeded')) throw error
    if (!(await confirmItIsYou())) throw error
    return await postOnce(path, body, headers)
  }
}

/** How long an answer is waited for: the server answers within 5 seconds, so that later ones are lost. */
const answerMs = 12_000

async function postOnce(path: string, body: object, headers: Headers = {}): Promise<unknown> {
  const response = await fetch(`/portal/${path}`, {
    method: 'POST',
    credentials: 'same-origin',
    headers: { 'Content-Type': 'application/json', 'Purser-Portal': '1', 'Accept-Language': language, ...headers },
    body: JSON.stringify(body),
    // Only what can be sent again safely is not waited for any longer.
    ...('customRequestId' in headers && { signal: AbortSignal.timeout(answerMs) }),
  }).catch(() => undefined)
  if (!response) throw new PortalError('unreachable', '')
  const answer: unknown = await response.json().catch(() => undefined)
  const refusal = refusalIn(answer)
  if (refusal) throw new PortalError(refusal.reason, refusal.text, refusal)
  if (!response.ok) throw new PortalError(response.status === 503 ? 'unavailable' : 'fault', '')
  return answer
}

interface Refusal extends MoreOfError {
  readonly reason: ErrorReason
  readonly text: string
}

function refusalIn(answer: unknown): Refusal | undefined {
  return typeof answer === 'object' && answer !== null && 'error' in answer ? (answer.error as Refusal) : undefined
}
