import { type ClientHttp2Session, connect } from 'node:http2'
import { lookupOf, type Network, vetHost, withinMs } from '../../../../calls/delivery/network.ts'
import { classOf } from '../../../../calls/delivery/post.ts'
import type { FailureClass } from '../../../../calls/delivery/send-result.ts'
import type { AppleCertificate } from './certificate.ts'

export interface PushParts {
  /** Apple's push service. */
  readonly url: string
  readonly certificate: AppleCertificate
  readonly network: Network
  /** Who else may vouch for the push service, besides those whom Node trusts. */
  readonly authorities?: readonly string[]
}

/** `gone`: the device has no such pass any more. */
export type PushResult = 'sent' | 'gone' | FailureClass

/** Answers that say that the token will never work again. */
const goneReasons: ReadonlySet<string> = new Set(['BadDeviceToken', 'DeviceTokenNotForTopic', 'Unregistered'])
/** No more of an answer is read. */
const answerCharactersMax = 4096

/**
 * Tells devices that a pass has changed. The message is empty: devices come and ask for the pass. One connection serves
 * a whole round, as Apple wants it.
 */
export class ApplePush {
  private readonly parts: PushParts
  private session: Promise<ClientHttp2Session | FailureClass> | undefined

  constructor(parts: PushParts) {
    this.parts = parts
  }

  async push(token: string): Promise<PushResult> {
    this.session ??= this.open()
    const session = await this.session
    return typeof session === 'string' ? session : this.send(session, token)
  }

  async close(): Promise<void> {
    const session = await this.session
    this.session = undefined
    if (session !== undefined && typeof session !== 'string') session.destroy()
  }

  private async open(): Promise<ClientHttp2Session | FailureClass> {
    const { url, certificate, network, authorities } = this.parts
    const { hostname } = new URL(url)
    const host = await withinMs(network.timeouts.connectMs, vetHost(hostname, network))
    if (typeof host === 'string') return host
    const { certificatePem: cert, keyPem: key } = certificate
    const ca = authorities && { ca: [...authorities] }
    const session = connect(url, { cert, key, lookup: lookupOf(host), ...ca })
    const opened = new Promise<ClientHttp2Session | FailureClass>((resolve) => {
      session.once('connect', () => resolve(session))
      // Stays listened to: a connection that breaks later must not end the process.
      session.on('error', (error) => resolve(classOf(error)))
    })
    const result = await withinMs(network.timeouts.connectMs, opened)
    if (typeof result === 'string') session.destroy()
    return result
  }

  private send(session: ClientHttp2Session, token: string): Promise<PushResult> {
    if (session.closed || session.destroyed) return Promise.resolve('connection')
    return new Promise((resolve) => {
      const stream = session.request({
        ':method': 'POST',
        ':path': `/3/device/${encodeURIComponent(token)}`,
        'apns-topic': this.parts.certificate.passType,
      })
      let status = 0
      let answer = ''
      stream.setTimeout(this.parts.network.timeouts.totalMs, () => {
        resolve('timeout')
        stream.close()
      })
      stream.on('response', (headers) => {
        status = Number(headers[':status'] ?? 0)
      })
      stream.setEncoding('utf8')
      stream.on('data', (text: string) => {
        if (answer.length < answerCharactersMax) answer += text
      })
      stream.on('error', () => resolve('connection'))
      stream.on('close', () => resolve(resultOf(status, answer)))
      stream.end('{}')
    })
  }
}

function resultOf(status: number, answer: string): PushResult {
  if (status === 200) return 'sent'
  if (status === 410 || (status === 400 && goneReasons.has(reasonOf(answer)))) return 'gone'
  if (status === 403) return 'authentication'
  if (status >= 500 || status === 429) return 'status 5xx'
  return status === 0 ? 'connection' : 'status 4xx'
}

function reasonOf(answer: string): string {
  return /"reason"\s*:\s*"(\w+)"/.exec(answer)?.[1] ?? ''
}
