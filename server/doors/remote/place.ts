import { isLoopback } from '../../domain/brand/keys/addresses.ts'
import { demoSecrets } from '../../domain/brand/keys/public-secrets.ts'

/** Which server is called, by whom and from where. */
export interface RemotePlace {
  /** Without a slash at its end. */
  readonly url: string
  readonly brand: string
  readonly key: string
  readonly secret: string
  readonly location: string
  readonly terminal: string
  readonly employee?: string
  readonly employeePassword?: string
  readonly note?: string
}

/** The keys of demo/harbor-coffee.yaml, whose secrets are public and work only from the same machine. */
const demoKeys: ReadonlyMap<string, string> = new Map([
  ['demo-key', demoSecrets.till],
  ['demo-admin', demoSecrets.admin],
])

/** Where the demo is called from, unless something else is said. */
export const demoPlace = { brand: '1001', location: 'L1', terminal: 'T1' } as const

/** The key that may call operations of this group in the demo. */
export const demoKeyFor = (group: string): string => (group === 'merchant' ? 'demo-key' : 'demo-admin')

/** The secret of one of the demo's own keys, for a server on this machine only. */
export const demoSecretOf = (url: string, key: string): string | undefined =>
  isOnThisMachine(url) ? demoKeys.get(key) : undefined

/** Whether what is sent there does not leave this machine. */
export function isOnThisMachine(url: string): boolean {
  const host = URL.parse(url)?.hostname.replace(/^\[|\]$/g, '') ?? ''
  return host === 'localhost' || isLoopback(host)
}
