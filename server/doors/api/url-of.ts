/** What addresses at a port of this machine begin with. One that listens everywhere is reached by the machine itself here. */
export function urlOf({ address, port }: { readonly address: string; readonly port: number }): string {
  const host =
    address === '0.0.0.0' || address === '::' ? '127.0.0.1' : address.includes(':') ? `[${address}]` : address
  return `http://${host}:${port}`
}
