import { Agent as HttpAgent, request as httpRequest, type IncomingMessage } from 'node:http'
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https'
import { codeOf } from '../../ground/kernel/code-of.ts'
import { lookupOf, type Network, type VettedHost, vetHost, withinMs } from './network.ts'
import { type FailureClass, failed, type SendResult } from './send-result.ts'

export interface Post {
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

const publicPorts: ReadonlySet<string> = new Set(['', '443', '8443'])
/**
 * No more of a response is read, and none of it is kept: a brand must not be able to explore the operator's network by
 * naming receivers.
 */
const answerBytesMax = 64 * 1024

/** Agents of our own: the global ones may be set up with a proxy. No connection is kept open between messages. */
const agents = { http: new HttpAgent({ keepAlive: false }), https: new HttpsAgent({ keepAlive: false }) }

/** Posts to a receiver at a vetted address. Redirects are not followed. */
export async function post(content: Post, network: Network): Promise<SendResult> {
  const began = performance.now()
  const url = URL.parse(content.url)
  if (!url || !isAllowed(url, network)) return failed('address refused')
  const answered = network.answers?.(url.hostname)
  if (answered) return answered
  const host = await withinMs(network.timeouts.connectMs, vetHost(url.hostname, network))
  if (typeof host === 'string') return failed(host)
  const left = (limitMs: number) => Math.max(limitMs - (performance.now() - began), 1)
  const timeouts = { connectMs: left(network.timeouts.connectMs), totalMs: left(network.timeouts.totalMs) }
  return new PostAttempt(url, host, timeouts).run(content)
}

function isAllowed(url: URL, { allowsPrivate }: Network): boolean {
  if (url.username || url.password) return false
  if (allowsPrivate) return url.protocol === 'https:' || url.protocol === 'http:'
  return url.protocol === 'https:' && publicPorts.has(url.port)
}

/** One request and its response, of which only the status counts. */
class PostAttempt {
  private readonly url: URL
  private readonly host: VettedHost
  private readonly timeouts: Network['timeouts']

  constructor(url: URL, host: VettedHost, timeouts: Network['timeouts']) {
    this.url = url
    this.host = host
    this.timeouts = timeouts
  }

  run(content: Post): Promise<SendResult> {
    return new Promise((resolve) => {
      const request = this.open(content)
      const end = (result: SendResult) => {
        clearTimeout(connecting)
        clearTimeout(whole)
        request.destroy()
        resolve(result)
      }
      const connecting = setTimeout(() => end(failed('timeout')), this.timeouts.connectMs)
      const whole = setTimeout(() => end(failed('timeout')), this.timeouts.totalMs)
      const connected = this.url.protocol === 'https:' ? 'secureConnect' : 'connect'
      request.on('socket', (socket) => socket.once(connected, () => clearTimeout(connecting)))
      request.on('error', (error) => end(failed(classOf(error))))
      request.on('response', (response) => readAnswer(response, end))
      request.end(content.body)
    })
  }

  private open({ headers, body }: Post) {
    const { url } = this
    const options = {
      method: 'POST',
      lookup: lookupOf(this.host),
      autoSelectFamily: true,
      headers: { ...headers, 'content-length': String(Buffer.byteLength(body)) },
    }
    return url.protocol === 'https:'
      ? httpsRequest(url, { ...options, agent: agents.https, rejectUnauthorized: true })
      : httpRequest(url, { ...options, agent: agents.http })
  }
}

/** Reads the response to its end, so that the receiver is not cut off while it writes, unless it writes too much. */
function readAnswer(response: IncomingMessage, end: (result: SendResult) => void): void {
  const result = resultOf(response.statusCode ?? 0)
  let length = 0
  response.on('data', (chunk: Buffer) => {
    length += chunk.length
    if (length > answerBytesMax) end(result)
  })
  response.on('end', () => end(result))
  response.on('error', () => end(result))
}

function resultOf(status: number): SendResult {
  if (status >= 200 && status < 300) return { kind: 'sent' }
  if (status === 410) return { kind: 'disabled' }
  if (status >= 500) return failed('status 5xx')
  return failed(status >= 400 ? 'status 4xx' : 'status 3xx')
}

export function classOf(error: Error | { readonly code: string | undefined }): FailureClass {
  const code = codeOf(error) ?? ''
  if (code === 'ETIMEDOUT') return 'timeout'
  return /CERT|SELF_SIGNED|ISSUER|SSL|TLS/.test(code) ? 'tls' : 'connection'
}
