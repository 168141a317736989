import { createHmac } from 'node:crypto'
import type { Instant } from '../../ground/kernel/time.ts'

/** What is signed, as `id.timestamp.body`, following Standard Webhooks. */
export interface Signable {
  readonly id: string
  readonly at: Instant
  readonly body: string
}

/** The headers of Standard Webhooks. Each active secret makes a signature, so that secrets can be rotated. */
export function signatureHeaders({ id, at, body }: Signable, secrets: readonly string[]): Record<string, string> {
  const timestamp = String(Math.floor(at / 1000))
  const signatures = secrets.map((secret) => {
    const mac = createHmac('sha256', keyOf(secret)).update(`${id}.${timestamp}.${body}`).digest('base64')
    return `v1,${mac}`
  })
  return { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': signatures.join(' ') }
}

const prefix = 'whsec_'

/** A secret in the standard's form is the key in base64; any other text is the key itself. */
function keyOf(secret: string): Buffer {
  return secret.startsWith(prefix) ? Buffer.from(secret.slice(prefix.length), 'base64') : Buffer.from(secret)
}
