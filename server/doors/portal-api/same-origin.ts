import type { IncomingHttpHeaders } from 'node:http'

/** Only our own pages can send it: a page of another origin would have to ask first, and is never told that it may. */
const ownHeader = 'purser-portal'

/**
 * Whether a request that changes something comes from a page of the portal itself. Each of these alone would do; a
 * browser that leaves one of them out is still held by the others.
 */
export function isFromPortal(headers: IncomingHttpHeaders, publicUrl: string | undefined): boolean {
  if (headers[ownHeader] !== '1') return false
  if (!/^application\/json\b/i.test(headers['content-type'] ?? '')) return false
  const site = headers['sec-fetch-site']
  if (site !== undefined && site !== 'same-origin') return false
  const { origin, host } = headers
  if (origin === undefined) return true
  // A page without an origin of its own, such as one in a sandbox, says null, which is no host.
  const asking = hostOf(origin)
  return asking !== undefined && [host, publicUrl && hostOf(publicUrl)].includes(asking)
}

function hostOf(url: string): string | undefined {
  return URL.canParse(url) ? new URL(url).host : undefined
}
