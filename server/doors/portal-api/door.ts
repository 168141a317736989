import { type JsonObject, readJsonBody } from '../../ground/contract/json.ts'
import { faultOf } from '../../ground/database/fault.ts'
import { TooManyReads } from '../../ground/database/read-share.ts'
import { defined } from '../../ground/kernel/defined.ts'
import { faultFields } from '../../ground/log/log.ts'
import { collectBody, declaresTooMuch, decodeBody } from '../api/body.ts'
import { sourceOf } from '../api/caller-source.ts'
import type { HttpReply } from '../api/http-reply.ts'
import type { PortalDoor } from '../api/routes.ts'
import { readToken, tokenCookie } from './cookie.ts'
import type { Exchange } from './exchange.ts'
import { callOperation } from './operation-call.ts'
import type { PortalServices } from './portal-services.ts'
import { isTurnedDown, type PortalRefusal, reasons, turnDown } from './refusal.ts'
import type { PortalRoute } from './route.ts'
import { runRoute } from './run-route.ts'
import { isFromPortal } from './same-origin.ts'
import type { SsoDoor } from './sso/sso-door.ts'
import type { StaticFiles } from './static-files.ts'

export interface DoorParts {
  readonly services: PortalServices
  readonly routes: readonly PortalRoute[]
  readonly files: StaticFiles
  /** Absent: there is no single sign-on. */
  readonly sso?: SsoDoor
  readonly trustedProxies?: Parameters<typeof sourceOf>[1]
  readonly bodyBytesMax: number
}

/** Takes what comes in under /portal: the application's files, and what it asks. */
export class Door implements PortalDoor {
  private readonly parts: DoorParts
  private readonly routes: ReadonlyMap<string, PortalRoute>

  constructor(parts: DoorParts) {
    this.parts = parts
    this.routes = new Map(parts.routes.map((route) => [route.name, route]))
  }

  take(reply: HttpReply, path: string): void {
    const { method } = reply.request
    const { sso } = this.parts
    if (sso && method === 'GET' && (path === '/sso/start' || path === '/sso/callback')) sso.take(reply, path)
    else if (method === 'GET' || method === 'HEAD') this.parts.files.send(reply, path)
    else this.takeQuestion(reply, path)
  }

  private takeQuestion(reply: HttpReply, path: string): void {
    const [, group, name = ''] = /^\/(api|call)\/([A-Za-z]+)$/.exec(path) ?? []
    if (reply.request.method !== 'POST' || group === undefined)
      send(reply, turnDown('notFound', 'There is nothing here.'))
    else if (!isFromPortal(reply.request.headers, this.parts.services.publicUrl))
      send(reply, turnDown('forbidden', 'This was not sent by a page of the portal.'))
    else
      this.receive(reply, (exchange) =>
        group === 'call' ? callOperation(this.parts.services, name, exchange) : this.ask(name, exchange),
      )
  }

  private async ask(name: string, exchange: Exchange): Promise<object> {
    const route = this.routes.get(name)
    return route ? runRoute(this.parts.services, route, exchange) : turnDown('notFound', 'There is no such route.')
  }

  private receive(reply: HttpReply, run: (exchange: Exchange) => Promise<object>): void {
    const { bodyBytesMax } = this.parts
    if (declaresTooMuch(reply.request, bodyBytesMax)) {
      send(reply, tooLarge)
      return
    }
    reply.askForBody()
    collectBody(reply.request, bodyBytesMax, (body) => {
      if (reply.answered) return
      reply.received()
      const read = readBody(body)
      if (isTurnedDown(read)) send(reply, read)
      else this.answer(reply, read.body, run)
    })
  }

  private answer(reply: HttpReply, body: JsonObject, run: (exchange: Exchange) => Promise<object>): void {
    const { services, trustedProxies } = this.parts
    const isSecure = services.publicUrl?.startsWith('https:') ?? false
    const headers: string[] = []
    const setToken = (token: string | undefined) => headers.push('Set-Cookie', tokenCookie(token, isSecure))
    const setDeviceToken = (token: string | undefined) =>
      headers.push('Set-Cookie', tokenCookie(token, isSecure, 'device'))
    const clearSite = () => headers.push('Clear-Site-Data', clearedOfSite)
    const source = sourceOf(reply.request, trustedProxies)
    const token = readToken(reply.request.headers, isSecure)
    const deviceToken = readToken(reply.request.headers, isSecure, 'device')
    // What cannot be sent is a fault like any other: whoever asked must not wait for an answer that never comes.
    run(defined({ body, reply, source, token, deviceToken, setToken, setDeviceToken, clearSite }))
      .then((answer) => send(reply, answer, headers))
      .catch((error: unknown) => {
        if (error instanceof TooManyReads) return send(reply, tooManyReads)
        const fault = faultOf(error)
        services.log.error('request.failed', { code: fault === 'bug' ? 1 : 109, ...faultFields(error, reply.ref) })
        if (fault === 'doubt') return send(reply, inDoubt)
        if (fault !== 'bug') return send(reply, away)
        send(reply, turnDown('fault', `Something went wrong on the server. The log has more under ${reply.ref}.`))
      })
  }
}

/** Not its cookies: browsers would take those of all other applications under the same domain, too. Ours is taken away by name. */
const clearedOfSite = '"cache", "storage"'

const away = turnDown(
  'unavailable',
  'The database does not answer just now. Nothing was changed; try again in a moment.',
)
const inDoubt = turnDown('inDoubt', 'The database did not confirm it. Look whether it was done before you try again.')
const tooManyReads = turnDown('unavailable', 'Many reports are being made just now. Try again in a moment.')
const tooLarge = turnDown('tooLarge', 'This is more than can be sent at once.')

function readBody(body: Buffer | undefined): { readonly body: JsonObject } | PortalRefusal {
  if (!body) return tooLarge
  const text = decodeBody(body)
  const json = text === undefined ? undefined : readJsonBody(text)
  return json?.kind === 'body' ? json : turnDown('invalid', 'The body is not valid JSON.')
}

/** Nothing that the portal answers is kept by anybody, or shown to a page of another origin. */
const jsonHeaders: readonly string[] = [
  'Content-Type',
  'application/json; charset=utf-8',
  'X-Content-Type-Options',
  'nosniff',
  'Cache-Control',
  'no-store',
  'Cross-Origin-Resource-Policy',
  'same-origin',
]

function send(reply: HttpReply, answer: object, headers: readonly string[] = []): void {
  const refusal = isTurnedDown(answer) ? answer : undefined
  const body = JSON.stringify(refusal ? { error: shown(refusal) } : answer)
  const own = [...jsonHeaders, 'Content-Length', String(Buffer.byteLength(body)), ...headers]
  if (refusal?.retryAfter !== undefined) own.push('Retry-After', String(refusal.retryAfter))
  reply.send(refusal ? reasons[refusal.reason] : 200, body, own)
}

const shown = ({ kind: _, ...rest }: PortalRefusal) => rest
