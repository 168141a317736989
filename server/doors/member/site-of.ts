import type { MemberPages } from '../../domain/brand/shapes/member-shape.ts'

/** The origin of the pages as a browser sees it: the brand's own domain if it was asked by that, else the server's. */
export function siteOf(
  { publicUrl }: { readonly publicUrl?: string },
  { domain }: Pick<MemberPages, 'domain'>,
  host = '',
): string {
  if (domain !== undefined && host.replace(/:\d+$/, '').toLowerCase() === domain) return `https://${domain}`
  const address = publicUrl ?? `http://${host}`
  return URL.canParse(address) ? new URL(address).origin : 'http://localhost'
}
