import type { IncomingHttpHeaders } from 'node:http'

/** The session of whoever is logged in, and the device at the counter that the browser is registered as. */
const names = { session: 'purser_session', device: 'purser_device' } as const

export type CookieKind = keyof typeof names

/** Over TLS the name has a prefix by which browsers refuse it from anybody else, subdomains included. */
const nameFor = (kind: CookieKind, isSecure: boolean) => (isSecure ? `__Host-${names[kind]}` : names[kind])

const tokenForm = /^[A-Za-z0-9_-]{20,100}$/

/** As long as browsers keep a cookie at all; each login by PIN begins it anew. */
const deviceSeconds = 400 * 24 * 60 * 60

export function readToken(
  { cookie = '' }: IncomingHttpHeaders,
  isSecure: boolean,
  kind: CookieKind = 'session',
): string | undefined {
  const beginning = `${nameFor(kind, isSecure)}=`
  const found = cookie
    .split(';')
    .map((one) => one.trim())
    .filter((one) => one.startsWith(beginning))
  const token = found[0]?.slice(beginning.length)
  // Two of the same name: one of them was put there by somebody else.
  return found.length === 1 && token !== undefined && tokenForm.test(token) ? token : undefined
}

/** A session's ends with the browser's own session, and the server ends it earlier; a device's stays. */
export function tokenCookie(token: string | undefined, isSecure: boolean, kind: CookieKind = 'session'): string {
  const parts = [`${nameFor(kind, isSecure)}=${token ?? ''}`, 'Path=/', 'HttpOnly', 'SameSite=Strict']
  if (isSecure) parts.push('Secure')
  if (token === undefined) parts.push('Max-Age=0')
  else if (kind === 'device') parts.push(`Max-Age=${deviceSeconds}`)
  return parts.join('; ')
}
