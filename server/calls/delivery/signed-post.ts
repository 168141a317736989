import type { Instant } from '../../ground/kernel/time.ts'
import type { Network } from './network.ts'
import { post } from './post.ts'
import type { SendResult } from './send-result.ts'
import { signatureHeaders } from './sign.ts'

/** Where to post to, and the secrets to sign with. */
export interface SignedReceiver {
  readonly url: string
  readonly secrets?: readonly string[]
}

/** What is posted, following Standard Webhooks. The id is the same for each attempt. */
export interface Envelope {
  readonly id: string
  readonly type: string
  readonly happenedAt: Instant
  readonly attemptedAt: Instant
  readonly data: object
  /** Of a call that is traced. */
  readonly traceparent?: string
}

export function postSigned(
  { id, type, happenedAt, attemptedAt, data, traceparent }: Envelope,
  { url, secrets = [] }: SignedReceiver,
  network: Network,
): Promise<SendResult> {
  const body = JSON.stringify({ type, timestamp: new Date(happenedAt).toISOString(), data })
  const signed = signatureHeaders({ id, at: attemptedAt, body }, secrets)
  const traced = traceparent !== undefined && { traceparent }
  const headers = { 'content-type': 'application/json', 'user-agent': 'Purser', ...signed, ...traced }
  return post({ url, headers, body }, network)
}
