import type { FailureClass } from '../../../../calls/delivery/send-result.ts'
import type { Instant } from '../../../../ground/kernel/time.ts'
import type { ServiceAccount } from './service-account.ts'

export interface GoogleParts {
  readonly account: ServiceAccount
  /** Where the API is, such as https://walletobjects.googleapis.com. */
  readonly url: string
}

/** `unknown`: Google has no such pass, because nobody has saved it yet. */
export type PatchResult =
  | { readonly kind: 'patched'; readonly hasUsers: boolean }
  | { readonly kind: 'unknown' }
  | { readonly kind: 'failed'; readonly why: FailureClass }

const scope = 'https://www.googleapis.com/auth/wallet_object.issuer'
const grantType = 'urn:ietf:params:oauth:grant-type:jwt-bearer'
const tokenSeconds = 3600
/** A token is replaced before Google would refuse it. */
const earlyMs = 60_000
const requestMsMax = 15_000

/** Changes passes that customers have saved. */
export class GoogleApi {
  private readonly parts: GoogleParts
  private token: { readonly text: string; readonly until: Instant } | undefined

  constructor(parts: GoogleParts) {
    this.parts = parts
  }

  /** `kind` is that of the thing: loyaltyObject, giftCardClass and so on. */
  async patch(kind: string, id: string, body: object, now: Instant): Promise<PatchResult> {
    const token = await this.findToken(now)
    if (typeof token !== 'object') return { kind: 'failed', why: token }
    const url = new URL(`/walletobjects/v1/${kind}/${encodeURIComponent(id)}`, this.parts.url)
    const answer = await send(url, {
      method: 'PATCH',
      headers: { authorization: `Bearer ${token.text}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
    if (typeof answer === 'string') return { kind: 'failed', why: answer }
    const { status, json } = answer
    if (status === 404) return { kind: 'unknown' }
    if (status === 401) this.token = undefined
    if (status >= 200 && status < 300) return { kind: 'patched', hasUsers: json.hasUsers === true }
    return { kind: 'failed', why: classOfStatus(status) }
  }

  private async findToken(now: Instant): Promise<{ readonly text: string } | FailureClass> {
    if (this.token && this.token.until > now) return this.token
    const answer = await this.askForToken(now)
    if (typeof answer === 'string') return answer
    const { status, json } = answer
    if (status >= 500) return 'status 5xx'
    if (status !== 200 || typeof json.access_token !== 'string') return 'authentication'
    const lastsMs = (Number(json.expires_in) || tokenSeconds) * 1000
    this.token = { text: json.access_token, until: now + lastsMs - earlyMs }
    return this.token
  }

  private async askForToken(now: Instant): Promise<Answer | FailureClass> {
    const { account } = this.parts
    const issuedAt = Math.floor(now / 1000)
    const { SignJWT } = await import('jose')
    const assertion = await new SignJWT({ scope })
      .setProtectedHeader({ alg: 'RS256', typ: 'JWT' })
      .setIssuer(account.email)
      .setAudience(account.tokenUrl)
      .setIssuedAt(issuedAt)
      .setExpirationTime(issuedAt + tokenSeconds)
      .sign(account.key)
    const body = new URLSearchParams({ grant_type: grantType, assertion })
    return send(new URL(account.tokenUrl), { method: 'POST', body })
  }
}

interface Answer {
  readonly status: number
  readonly json: Readonly<Record<string, unknown>>
}

/** The addresses are the operator's own, so that they need no vetting. Redirects are not followed. */
async function send(url: URL, init: RequestInit): Promise<Answer | FailureClass> {
  try {
    const response = await fetch(url, { ...init, redirect: 'error', signal: AbortSignal.timeout(requestMsMax) })
    return { status: response.status, json: objectOf(await response.text()) }
  } catch (error) {
    return error instanceof Error && error.name === 'TimeoutError' ? 'timeout' : 'connection'
  }
}

function objectOf(text: string): Readonly<Record<string, unknown>> {
  try {
    const read: unknown = JSON.parse(text)
    return typeof read === 'object' && read !== null ? { ...read } : {}
  } catch {
    return {}
  }
}

function classOfStatus(status: number): FailureClass {
  if (status === 401 || status === 403) return 'authentication'
  return status >= 500 || status === 429 ? 'status 5xx' : 'status 4xx'
}
