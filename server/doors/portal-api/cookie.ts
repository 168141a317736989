import type { IncomingHttpHeaders } from 'node:http'

const name = 'purser_session'

/** Over TLS the name has a prefix by which browsers refuse it from anybody else, subdomains included. */
const nameFor = (isSecure: boolean) => (isSecure ? `__Host-${name}` : name)

const tokenForm = /^[A-Za-z0-9_-]{20,100}$/

export function readToken({ cookie = '' }: IncomingHttpHeaders, isSecure: boolean): string | undefined {
  const beginning = `${nameFor(isSecure)}=`
  const found = cookie
    .split(';')
    .map((one) => one.trim())
    .filter((one) => one.startsWith(beginning))
  const token = found[0]?.slice(beginning.length)
  // Two of the same name: one of them was put there by somebody else.
  return found.length === 1 && token !== undefined && tokenForm.test(token) ? token : undefined
}

/** It ends with the browser's own session; the server ends it earlier. */
export function tokenCookie(token: string | undefined, isSecure: boolean): string {
  const parts = [`${nameFor(isSecure)}=${token ?? ''}`, 'Path=/', 'HttpOnly', 'SameSite=Strict']
  if (isSecure) parts.push('Secure')
  if (token === undefined) parts.push('Max-Age=0')
  return parts.join('; ')
}
