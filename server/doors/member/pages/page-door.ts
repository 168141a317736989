import { brotliCompressSync } from 'node:zlib'
import type { MemberPages } from '../../../domain/brand/shapes/member-shape.ts'
import { faultOf } from '../../../ground/database/fault.ts'
import type { SentPage } from '../../../ground/html/page.ts'
import { defined } from '../../../ground/kernel/defined.ts'
import { oncePer } from '../../../ground/kernel/once-per.ts'
import { faultFields } from '../../../ground/log/log.ts'
import { collectBody, declaresTooMuch, decodeBody } from '../../api/body.ts'
import { sourceOf } from '../../api/caller-source.ts'
import type { HttpReply } from '../../api/http-reply.ts'
import type { PortalDoor } from '../../api/routes.ts'
import { languageFor, pageLanguages } from '../language-for.ts'
import type { MemberServices } from '../member-services.ts'
import { enterPages, networkOf, slowed } from '../run-route.ts'
import { siteOf } from '../site-of.ts'
import { arrivalOf } from '../visits.ts'
import {
  embedScript,
  iconOf,
  iconPng,
  manifestOf,
  memberScript,
  memberStyle,
  memberWorker,
  passkeyScript,
} from './look-and-feel.ts'
import { cookie, cookieNames, cookieOf, FormValues, giftIn, isOwnForm, knownIn, tokenOf } from './page-request.ts'
import { PageVisit } from './page-visit.ts'
import { wordsFor } from './words.ts'

export interface PageDoorParts {
  readonly services: MemberServices
  readonly trustedProxies?: Parameters<typeof sourceOf>[1]
}

const formBytesMax = 32 * 1024
const path = '/m'

/** Ids may hold what addresses and cookies may not. */
const baseOf = ({ id }: { readonly id: string }) => `${path}/${encodeURIComponent(id)}`

/** Takes what browsers of members ask: the pages under /m/BRAND, what their forms send, and what they consist of. */
export class MemberPageDoor implements PortalDoor {
  private readonly parts: PageDoorParts

  constructor(parts: PageDoorParts) {
    this.parts = parts
  }

  take(reply: HttpReply, rest: string): void {
    const [, brand, screen = ''] = /^\/([^/\p{Cc}]{1,64})(?:\/([A-Za-z0-9.-]{1,40}))?$/u.exec(rest) ?? []
    const { method } = reply.request
    if (brand === undefined) sendPlain(reply, 404)
    else if (method === 'GET' || method === 'HEAD') this.settle(reply, this.show(reply, brand, screen))
    else if (method !== 'POST') sendPlain(reply, 405)
    else if (declaresTooMuch(reply.request, formBytesMax)) sendPlain(reply, 413)
    else this.receive(reply, brand, screen)
  }

  private receive(reply: HttpReply, brand: string, screen: string): void {
    reply.askForBody()
    collectBody(reply.request, formBytesMax, (body) => {
      if (reply.answered) return
      reply.received()
      const text = body && decodeBody(body)
      if (text === undefined) sendPlain(reply, 400)
      else if (!isOwnForm(reply.request.headers)) sendPlain(reply, 403)
      else this.settle(reply, this.act(reply, { brand, screen, form: new FormValues(text) }))
    })
  }

  private async show(reply: HttpReply, id: string, screen: string): Promise<void> {
    const entered = await enterPages(this.parts.services, id)
    if (!entered) return sendPlain(reply, 404)
    if (this.isTooMuch(reply)) return sendPlain(reply, 429)
    const query = new URL(reply.request.url ?? '', 'http://member').searchParams
    const file = fileOf(screen, entered, query)
    if (file) return sendPage(reply, file)
    const { headers, method } = reply.request
    const arrival = arrivalOf(headers, query, entered.brand)
    const visit = this.visit(reply, entered, query.get('lang') ?? undefined)
    const page = await visit.show(screen, query, arrival?.source)
    if (arrival && method === 'GET' && (page.status ?? 200) === 200)
      this.parts.services.counter.count(entered.brand, arrival, 'visits')
    sendPage(reply, page, visit.headers)
  }

  private isTooMuch({ request }: HttpReply): boolean {
    const { services, trustedProxies } = this.parts
    return slowed(services.loads, networkOf(sourceOf(request, trustedProxies).address)) !== undefined
  }

  private async act(
    reply: HttpReply,
    asked: { readonly brand: string; readonly screen: string; readonly form: FormValues },
  ): Promise<void> {
    const entered = await enterPages(this.parts.services, asked.brand)
    if (!entered) return sendPlain(reply, 404)
    if (this.isTooMuch(reply)) return sendPlain(reply, 429)
    const visit = this.visit(reply, entered)
    sendPage(reply, await visit.act(asked.screen, asked.form), visit.headers)
  }

  private visit(
    reply: HttpReply,
    entered: NonNullable<Awaited<ReturnType<typeof enterPages>>>,
    wished?: string,
  ): PageVisit {
    const { services, trustedProxies } = this.parts
    const { brand, pages } = entered
    const { headers } = reply.request
    const base = baseOf(brand)
    const isSecure = services.publicUrl?.startsWith('https:') ?? false
    const rules = { base, isSecure, isFramed: pages.origins.length > 0 }
    // Of both kinds a browser may send two: each has its own name.
    const nameOfToken = rules.isSecure && rules.isFramed ? cookieNames.framed : cookieNames.token
    const looking = tokenOf(headers, cookieNames.looking)
    const spoken = pageLanguages(brand)
    const chosen = [wished, cookieOf(headers, cookieNames.language)].find(
      (one) => one !== undefined && spoken.includes(one),
    )
    const language = chosen ?? languageFor(headers['accept-language'], brand)
    const visit = new PageVisit({
      services,
      room: { brand, pages, base, words: wordsFor(brand, language), isLooking: looking !== undefined },
      asking: defined({
        token: looking ?? tokenOf(headers, nameOfToken),
        address: sourceOf(reply.request, trustedProxies).address,
        browser: headers['user-agent'] ?? '',
        language,
        origin: services.publicUrl ?? `http://${headers.host ?? ''}`,
        site: siteOf(services, pages, headers.host),
      }),
      cookieFor: (token, lasts, isLooking = false) =>
        cookie(isLooking ? cookieNames.looking : nameOfToken, token, lasts, rules),
      present: giftIn(cookieOf(headers, cookieNames.present)),
      known: knownIn(cookieOf(headers, cookieNames.known)),
      cookieForKnown: (known) => cookie(cookieNames.known, known, true, rules),
      cookieForPresent: (token) => cookie(cookieNames.present, token, false, rules),
      speak: (wanted, more) => {
        const found = wanted === undefined ? undefined : languageFor(wanted, brand)
        if (chosen === undefined && found !== undefined && wanted?.split('-')[0] === found.split('-')[0])
          more.push('Set-Cookie', cookie(cookieNames.language, found, true, rules))
      },
    })
    if (wished !== undefined && chosen === wished)
      visit.headers.push('Set-Cookie', cookie(cookieNames.language, wished, true, rules))
    return visit
  }

  private settle(reply: HttpReply, answered: Promise<void>): void {
    answered.catch((error: unknown) => {
      const fault = faultOf(error)
      this.parts.services.log.error('request.failed', {
        code: fault === 'bug' ? 1 : 109,
        ...faultFields(error, reply.ref),
      })
      sendPlain(reply, fault === 'bug' ? 500 : 503)
    })
  }
}

type Entered = NonNullable<Awaited<ReturnType<typeof enterPages>>>

const styleOf = oncePer((pages: MemberPages) => memberStyle(pages))

/** For the preview in the portal: colours that are not saved. Nothing but colours is taken. */
function otherColors({ colors }: MemberPages, query: URLSearchParams): Pick<MemberPages, 'colors'> {
  const of = (name: string) => /^#[0-9a-f]{6}$/i.exec(query.get(name) ?? '')?.[0]
  const [background, text] = [of('background'), of('text')]
  return {
    colors: { primary: of('primary') ?? colors.primary, ...(background && { background }), ...(text && { text }) },
  }
}

/** What pages consist of. */
function fileOf(name: string, { brand, pages }: Entered, query: URLSearchParams): SentPage | undefined {
  switch (name) {
    case 'member.css':
      return file('text/css; charset=utf-8', query.size > 0 ? memberStyle(otherColors(pages, query)) : styleOf(pages))
    case 'member.js':
      return file('text/javascript; charset=utf-8', memberScript)
    case 'embed.js':
      return file('text/javascript; charset=utf-8', embedScript)
    case 'passkeys.js':
      return file('text/javascript; charset=utf-8', passkeyScript)
    case 'worker.js':
      return {
        ...file('text/javascript; charset=utf-8', memberWorker),
        headers: { ...fileHeaders, 'Service-Worker-Allowed': baseOf(brand) },
      }
    case 'app.webmanifest':
      return file(
        'application/manifest+json; charset=utf-8',
        manifestOf({ base: baseOf(brand), name: brand.name }, pages),
      )
    case 'icon.svg':
      return {
        ...file('image/svg+xml', iconOf(brand, pages)),
        headers: { ...fileHeaders, 'Content-Security-Policy': "default-src 'none'" },
      }
    default:
      return pngOf(name, pages)
  }
}

const pngs = { 'icon-180.png': 180, 'icon-192.png': 192, 'icon-512.png': 512 } as const
const isPng = (name: string): name is keyof typeof pngs => Object.hasOwn(pngs, name)

/** Drawn once for as long as the brand's file is the same. */
const drawn = oncePer((_: MemberPages) => new Map<number, Buffer>())

function pngOf(name: string, pages: MemberPages): SentPage | undefined {
  if (!isPng(name)) return undefined
  const [size, known] = [pngs[name], drawn(pages)]
  const body = known.get(size) ?? iconPng(pages, size)
  known.set(size, body)
  return { contentType: 'image/png', body, headers: fileHeaders }
}

const fileHeaders = { 'X-Content-Type-Options': 'nosniff', 'Cache-Control': 'max-age=300' }
const file = (contentType: string, body: string): SentPage => ({ contentType, body, headers: fileHeaders })

/** Less than this is not worth the processor's time. */
const smallBytes = 1400

function sendPage(
  reply: HttpReply,
  { contentType, status = 200, body, headers = {} }: SentPage,
  more: readonly string[] = [],
): void {
  const plain = typeof body === 'string' ? Buffer.from(body) : body
  const takesBrotli = /\bbr\b/.test(String(reply.request.headers['accept-encoding'] ?? ''))
  const isPacked = takesBrotli && plain.length > smallBytes
  const sent = isPacked ? brotliCompressSync(plain, { params: { 1: 4 } }) : plain
  const all = [
    'Content-Type',
    contentType,
    'Content-Length',
    String(sent.length),
    ...(isPacked ? ['Content-Encoding', 'br'] : []),
    'Vary',
    'Accept-Encoding',
  ]
  for (const [name, value] of Object.entries(headers)) all.push(name, value)
  reply.send(status, reply.request.method === 'HEAD' ? '' : sent, [...all, ...more])
}

/** For what is no page of a brand, and for faults: nothing that could be wrong itself. */
function sendPlain(reply: HttpReply, status: number): void {
  const text =
    status === 503 ? 'This does not work just now. Nothing was changed. Try again in a moment.\n' : `${status}\n`
  const headers = [
    'Content-Type',
    'text/plain; charset=utf-8',
    'Content-Length',
    String(Buffer.byteLength(text)),
    'X-Content-Type-Options',
    'nosniff',
    'Cache-Control',
    'no-store',
  ]
  reply.send(status, text, headers)
}
