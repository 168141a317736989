import type { IncomingHttpHeaders } from 'node:http'
import type { MemberPages } from '../../domain/brand/shapes/member-shape.ts'
import { type JsonObject, readJsonBody } from '../../ground/contract/json.ts'
import { faultOf } from '../../ground/database/fault.ts'
import { TooManyReads } from '../../ground/database/read-share.ts'
import { defined } from '../../ground/kernel/defined.ts'
import { faultFields } from '../../ground/log/log.ts'
import { collectBody, declaresTooMuch, decodeBody } from '../api/body.ts'
import { sourceOf } from '../api/caller-source.ts'
import type { HttpReply } from '../api/http-reply.ts'
import type { PortalDoor } from '../api/routes.ts'
import { languageFor } from './language-for.ts'
import type { MemberServices } from './member-services.ts'
import { isTurnedAway, type MemberRefusal, noSuchPlace, reasons, turnAway } from './refusal.ts'
import type { MemberRoute } from './route.ts'
import { enterPages, type MemberQuestion, runRoute } from './run-route.ts'
import { siteOf } from './site-of.ts'

export interface MemberDoorParts {
  readonly services: MemberServices
  readonly routes: readonly MemberRoute[]
  readonly trustedProxies?: Parameters<typeof sourceOf>[1]
}

/** Nobody sends more than this about themselves. */
const bodyBytesMax = 64 * 1024

/** Takes what apps and web shops ask on behalf of a member: POST /member/BRAND/route. */
export class MemberDoor implements PortalDoor {
  private readonly parts: MemberDoorParts
  private readonly routes: ReadonlyMap<string, MemberRoute>

  constructor(parts: MemberDoorParts) {
    this.parts = parts
    this.routes = new Map(parts.routes.map((route) => [route.name, route]))
  }

  take(reply: HttpReply, path: string): void {
    const [, brand, name = ''] = /^\/([^/\p{Cc}]{1,64})\/([A-Za-z]{1,40})$/u.exec(path) ?? []
    const { method } = reply.request
    if (brand === undefined || (method !== 'POST' && method !== 'OPTIONS')) send(reply, noSuchPlace)
    else if (method === 'OPTIONS') this.settle(reply, this.allow(reply, brand))
    else if (declaresTooMuch(reply.request, bodyBytesMax)) send(reply, tooLarge)
    else this.receive(reply, { brand, name })
  }

  private receive(reply: HttpReply, named: { readonly brand: string; readonly name: string }): void {
    reply.askForBody()
    collectBody(reply.request, bodyBytesMax, (body) => {
      if (reply.answered) return
      reply.received()
      const read = readBody(body)
      if (isTurnedAway(read)) send(reply, read)
      else this.settle(reply, this.answer(reply, { ...named, body: read.body }))
    })
  }

  /** What browsers ask before they let a page of another origin ask. */
  private async allow(reply: HttpReply, id: string): Promise<void> {
    const entered = await enterPages(this.parts.services, id)
    const headers = entered ? originHeaders(reply.request.headers, entered.pages) : []
    if (headers.length === 0) return send(reply, noSuchPlace)
    const allowed = [
      'Access-Control-Allow-Methods',
      'POST',
      'Access-Control-Allow-Headers',
      'authorization, content-type',
    ]
    reply.send(204, '', [...headers, ...allowed, 'Access-Control-Max-Age', '600', 'Content-Length', '0'])
  }

  private async answer(
    reply: HttpReply,
    { brand: id, name, body }: { readonly brand: string; readonly name: string; readonly body: JsonObject },
  ): Promise<void> {
    const { services, trustedProxies } = this.parts
    const entered = await enterPages(services, id)
    const route = this.routes.get(name)
    if (!entered || !route) return send(reply, noSuchPlace)
    const { brand, pages } = entered
    const { headers } = reply.request
    const { address } = sourceOf(reply.request, trustedProxies)
    const asked: MemberQuestion = defined({
      body,
      token: bearerOf(headers),
      address,
      browser: headers['user-agent'] ?? '',
      language: languageFor(headers['accept-language'], brand),
      origin: services.publicUrl ?? `http://${headers.host ?? ''}`,
      site: siteOf(services, pages, headers.host),
    })
    send(reply, await runRoute(services, route, brand, asked), originHeaders(headers, pages))
  }

  private settle(reply: HttpReply, answered: Promise<void>): void {
    answered.catch((error: unknown) => {
      if (error instanceof TooManyReads) return send(reply, away)
      const fault = faultOf(error)
      this.parts.services.log.error('request.failed', {
        code: fault === 'bug' ? 1 : 109,
        ...faultFields(error, reply.ref),
      })
      send(reply, fault === 'doubt' ? inDoubt : fault === 'bug' ? broken(reply.ref) : away)
    })
  }
}

const tooLarge = turnAway('tooLarge', 'This is more than can be sent at once.')
const away = turnAway('unavailable', 'This does not work just now. Nothing was changed. Try again in a moment.')
const inDoubt = turnAway('inDoubt', 'It is not known whether this was done. Look before you try again.')
const broken = (ref: string) => turnAway('fault', `Something went wrong on the server (${ref}).`)

function readBody(body: Buffer | undefined): { readonly body: JsonObject } | MemberRefusal {
  if (!body) return tooLarge
  const text = body.length === 0 ? '{}' : decodeBody(body)
  const json = text === undefined ? undefined : readJsonBody(text)
  return json?.kind === 'body' ? json : turnAway('invalid', 'The body is not valid JSON.')
}

function bearerOf({ authorization = '' }: IncomingHttpHeaders): string | undefined {
  return /^Bearer ([A-Za-z0-9_-]{20,100})$/i.exec(authorization)?.[1]
}

/** Pages of the brand's own web shops may read the answer; no others. There are no cookies here. */
function originHeaders({ origin }: IncomingHttpHeaders, { origins }: MemberPages): string[] {
  return origin !== undefined && origins.includes(origin)
    ? ['Access-Control-Allow-Origin', origin, 'Vary', 'Origin']
    : []
}

const jsonHeaders: readonly string[] = [
  ...['Content-Type', 'application/json; charset=utf-8', 'X-Content-Type-Options', 'nosniff'],
  ...['Cache-Control', 'no-store'],
]

function send(reply: HttpReply, answer: object, headers: readonly string[] = []): void {
  const refusal = isTurnedAway(answer) ? answer : undefined
  const body = JSON.stringify(refusal ? { error: shown(refusal) } : answer)
  const own = [...jsonHeaders, 'Content-Length', String(Buffer.byteLength(body)), ...headers]
  if (refusal?.retryAfter !== undefined) own.push('Retry-After', String(refusal.retryAfter))
  reply.send(refusal ? reasons[refusal.reason] : 200, body, own)
}

const shown = ({ kind: _, ...rest }: MemberRefusal) => rest
