import type { BlockList } from 'node:net'
import { defined } from '../../../ground/kernel/defined.ts'
import type { Sealer } from '../../../ground/kernel/seal.ts'
import { faultFields } from '../../../ground/log/log.ts'
import { enter } from '../../access/login/log-in.ts'
import { findLinked } from '../../access/sso/find-linked.ts'
import type { Leaving, Provider } from '../../access/sso/provider.ts'
import { sourceOf } from '../../api/caller-source.ts'
import type { HttpReply } from '../../api/http-reply.ts'
import { readToken, tokenCookie } from '../cookie.ts'
import type { PortalServices } from '../portal-services.ts'

/** What the cookie is sealed for. */
export const singleSignOnUse = 'purser single sign-on'

const cookieName = 'purser_sso'
const cookiePath = '/portal/sso'
/** How long somebody may take at the provider. */
const awaySeconds = 600

interface SsoParts {
  readonly services: PortalServices
  readonly provider: Provider
  readonly sealer: Sealer
  readonly trustedProxies?: BlockList
}

/** Where the browser is sent when it did not work; the page says why. */
type Problem = 'unknown' | 'failed' | 'unavailable'

/** GET /portal/sso/start sends the browser to the provider; the provider sends it back to /portal/sso/callback. */
export class SsoDoor {
  private readonly parts: SsoParts

  constructor(parts: SsoParts) {
    this.parts = parts
  }

  take(reply: HttpReply, path: string): void {
    const { log } = this.parts.services
    const step = path === '/sso/start' ? this.leave(reply) : this.comeBack(reply)
    step.catch((error) => {
      log.warn('single sign-on', faultFields(error, reply.ref))
      sendAway(reply, problemPage('failed'), [forget(this.isSecure)])
    })
  }

  private async leave(reply: HttpReply): Promise<void> {
    const { provider, sealer, services } = this.parts
    try {
      const { url, leaving } = await provider.leave(this.addressOf(reply, '/portal/sso/callback'))
      const kept = sealer.seal(cookieName, JSON.stringify({ ...leaving, until: services.now() + awaySeconds * 1000 }))
      sendAway(reply, url, [stateCookie(kept.toString('base64url'), this.isSecure)])
    } catch (error) {
      services.log.warn('single sign-on', faultFields(error, reply.ref))
      sendAway(reply, problemPage('unavailable'))
    }
  }

  private async comeBack(reply: HttpReply): Promise<void> {
    const { provider, services, trustedProxies } = this.parts
    const leaving = this.readState(reply)
    if (!leaving) return sendAway(reply, problemPage('failed'), [forget(this.isSecure)])
    const query = new URL(reply.request.url ?? '', 'http://here').search
    const identity = await provider.comeBack(new URL(this.addressOf(reply, `/portal/sso/callback${query}`)), leaving)
    const { address, isLocal } = sourceOf(reply.request, trustedProxies)
    const login = await findLinked(services, identity, address)
    if (!login) return sendAway(reply, problemPage('unknown'), [forget(this.isSecure)])
    const token = readToken(reply.request.headers, this.isSecure)
    const browser = reply.request.headers['user-agent'] ?? ''
    const entered = await enter(services, login, defined({ address, isLocal, browser, token }))
    const cookies = entered.kind === 'in' ? [tokenCookie(entered.token, this.isSecure)] : []
    sendAway(reply, '/portal', [forget(this.isSecure), ...cookies])
  }

  private get isSecure(): boolean {
    return this.parts.services.publicUrl?.startsWith('https:') ?? false
  }

  private addressOf({ request }: HttpReply, path: string): string {
    return (this.parts.services.publicUrl ?? `http://${request.headers.host ?? ''}`) + path
  }

  /** Only this server can have sealed it, and only this browser has it: nobody can make it log in as somebody else. */
  private readState({ request }: HttpReply): Leaving | undefined {
    const { sealer, services } = this.parts
    const kept = new RegExp(`(?:^|; )${cookieName}=([\\w-]{20,2000})(?:;|$)`).exec(request.headers.cookie ?? '')?.[1]
    if (kept === undefined) return undefined
    try {
      const { until, ...leaving } = JSON.parse(sealer.open(cookieName, Buffer.from(kept, 'base64url')))
      return until > services.now() ? leaving : undefined
    } catch {
      return undefined
    }
  }
}

const problemPage = (problem: Problem) => `/portal/login?sso=${problem}`

/** Lax, because the provider sends the browser back from its own pages. */
function stateCookie(value: string, isSecure: boolean, maxAge = awaySeconds): string {
  const parts = [`${cookieName}=${value}`, `Path=${cookiePath}`, 'HttpOnly', 'SameSite=Lax', `Max-Age=${maxAge}`]
  return [...parts, ...(isSecure ? ['Secure'] : [])].join('; ')
}

const forget = (isSecure: boolean) => stateCookie('', isSecure, 0)

function sendAway(reply: HttpReply, location: string, cookies: readonly string[] = []): void {
  const headers = [
    'Location',
    location,
    'Cache-Control',
    'no-store',
    'Content-Length',
    '0',
    'Referrer-Policy',
    'no-referrer',
  ]
  reply.send(303, '', [...headers, ...cookies.flatMap((cookie) => ['Set-Cookie', cookie])])
}
