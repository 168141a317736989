import type { IncomingHttpHeaders } from 'node:http'

const tokenForm = /^[A-Za-z0-9_-]{43}$/
const knownForm = /^[A-Za-z0-9_-]{75}$/
const giftForm = /^[A-Za-z0-9_-]{50,400}$/
const yearSeconds = 365 * 24 * 60 * 60

/** Cookies are those of one brand: their path is its pages. */
export const cookieNames = {
  token: 'purser_member',
  framed: 'purser_member_framed',
  /** Of staff who see a card as its customer does: whoever they are here themselves stays as it is. */
  looking: 'purser_member_looking',
  language: 'purser_language',
  /** A gift that was opened before whoever opened it was in. */
  present: 'purser_member_gift',
  /** Somebody got in here by a code before: further codes are counted for this browser alone. */
  known: 'purser_member_known',
} as const

export function cookieOf({ cookie = '' }: IncomingHttpHeaders, name: string): string | undefined {
  const found = cookie
    .split(';')
    .map((one) => one.trim())
    .filter((one) => one.startsWith(`${name}=`))
  // Two of the same name: one of them was put there by somebody else.
  return found.length === 1 ? found[0]?.slice(name.length + 1) : undefined
}

export function tokenOf(headers: IncomingHttpHeaders, name: string): string | undefined {
  const token = cookieOf(headers, name)
  return token !== undefined && tokenForm.test(token) ? token : undefined
}

/** What was given to a browser in which somebody got in, where it can be that. */
export const knownIn = (text: string | undefined): string | undefined =>
  text !== undefined && knownForm.test(text) ? text : undefined

/** The token of a gift, where it can be one. */
export const giftIn = (text: string | undefined): string | undefined =>
  text !== undefined && giftForm.test(text) ? text : undefined

interface CookieRules {
  readonly base: string
  readonly isSecure: boolean
  /** Whether a shop shows the pages inside its own: then the cookie is kept apart for each such shop. */
  readonly isFramed: boolean
}

export function cookie(
  name: string,
  value: string | undefined,
  lasts: boolean,
  { base, isSecure, isFramed }: CookieRules,
): string {
  const site =
    isSecure && isFramed
      ? ['SameSite=None', 'Secure', 'Partitioned']
      : ['SameSite=Lax', ...(isSecure ? ['Secure'] : [])]
  const age = value === undefined ? ['Max-Age=0'] : lasts ? [`Max-Age=${yearSeconds}`] : []
  return [`${name}=${value ?? ''}`, `Path=${base}`, 'HttpOnly', ...site, ...age].join('; ')
}

/** Whether a form comes from one of our own pages. Browsers say so in one of these ways; who says neither is none. */
export function isOwnForm({ origin, host, 'sec-fetch-site': site }: IncomingHttpHeaders): boolean {
  if (site !== undefined) return site === 'same-origin'
  return origin !== undefined && URL.canParse(origin) && new URL(origin).host === host
}

/** What a form has sent. */
export class FormValues {
  private readonly values: URLSearchParams

  constructor(body: string) {
    this.values = new URLSearchParams(body)
  }

  one(name: string): string {
    return this.values.get(name)?.slice(0, 1000) ?? ''
  }

  /** What a script has put there. */
  long(name: string): string {
    return this.values.get(name)?.slice(0, 16_000) ?? ''
  }

  all(name: string): string[] {
    return this.values.getAll(name).slice(0, 50)
  }

  has(name: string): boolean {
    return this.values.has(name)
  }
}
