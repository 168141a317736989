import type { Brand } from '../brand.ts'

/** Where members reach the brand's pages: by its own domain, or at the server's address. Undefined: nobody knows it. */
export function memberAddress(
  { id, document }: Pick<Brand, 'id' | 'document'>,
  serverAddress: string | undefined,
): string | undefined {
  const domain = document.member?.domain
  const address = domain === undefined ? serverAddress : `https://${domain}`
  return address === undefined ? undefined : `${address}/m/${encodeURIComponent(id)}`
}

/** Where somebody joins who scans the code of a place. */
export const joinAddress = (pages: string, location: string | undefined): string =>
  location === undefined ? `${pages}/join` : `${pages}/join?at=${encodeURIComponent(location)}`
