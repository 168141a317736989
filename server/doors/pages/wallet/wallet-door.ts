import type { BlockList } from 'node:net'
import { faultFields, type Log } from '../../../ground/log/log.ts'
import { collectBody, declaresTooMuch, decodeBody } from '../../api/body.ts'
import { sourceOf } from '../../api/caller-source.ts'
import { FailureLimit } from '../../api/failure-limit.ts'
import type { HttpReply } from '../../api/http-reply.ts'
import type { PortalDoor } from '../../api/routes.ts'
import type { AppleService, DeviceAnswer, DeviceRequest } from './apple-service.ts'

export interface WalletDoorParts {
  readonly service: AppleService
  readonly log: Log
  readonly trustedProxies?: BlockList
  /** Wrong tokens a minute of one address before it is told to wait; 0: no limit. */
  readonly failuresPerMinute: number
}

/** What devices send is a push token, or a few lines of their log. */
const bodyBytesMax = 16 * 1024

/** Takes what comes in under /wallet. */
export class WalletDoor implements PortalDoor {
  private readonly parts: WalletDoorParts
  private readonly failures: FailureLimit

  constructor(parts: WalletDoorParts) {
    this.parts = parts
    this.failures = new FailureLimit(parts.failuresPerMinute)
  }

  take(reply: HttpReply, path: string): void {
    if (declaresTooMuch(reply.request, bodyBytesMax)) {
      send(reply, { status: 413 })
      return
    }
    reply.askForBody()
    collectBody(reply.request, bodyBytesMax, (body) => {
      if (reply.answered) return
      reply.received()
      const text = body && decodeBody(body)
      if (text === undefined) send(reply, { status: body ? 400 : 413 })
      else void this.answer(reply, path, text)
    })
  }

  private async answer(reply: HttpReply, path: string, body: string): Promise<void> {
    const { service, log, trustedProxies } = this.parts
    const { address } = sourceOf(reply.request, trustedProxies)
    const waitSeconds = this.failures.secondsToWait(address)
    if (waitSeconds > 0) return send(reply, { status: 429, headers: ['Retry-After', String(waitSeconds)] })
    try {
      const answer = await service.answer(requestOf(reply, path, body))
      if (answer.status === 401) this.failures.count(address)
      send(reply, answer)
    } catch (error) {
      log.error('request.failed', { code: 1, ...faultFields(error, reply.ref) })
      send(reply, { status: 503, headers: ['Retry-After', '5'] })
    }
  }
}

function requestOf({ request }: HttpReply, path: string, body: string): DeviceRequest {
  const { authorization, 'if-modified-since': ifModifiedSince } = request.headers
  const url = request.url ?? ''
  const at = url.indexOf('?')
  return {
    method: request.method ?? '',
    path,
    query: new URLSearchParams(at < 0 ? '' : url.slice(at + 1)),
    body,
    ...(authorization !== undefined && { authorization }),
    ...(ifModifiedSince !== undefined && { ifModifiedSince }),
  }
}

function send(reply: HttpReply, { status, contentType, body = '', headers = [] }: DeviceAnswer): void {
  const own = ['X-Content-Type-Options', 'nosniff', ...headers]
  if (contentType !== undefined) own.push('Content-Type', contentType)
  if (status !== 204 && status !== 304) own.push('Content-Length', String(Buffer.byteLength(body)))
  reply.send(status, body, own)
}
