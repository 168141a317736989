import { lookup, Resolver } from 'node:dns/promises'
import { isIP, type LookupFunction } from 'node:net'
import { networkInterfaces } from 'node:os'
import { isPublicAddress } from './public-address.ts'
import type { FailureClass, SendResult } from './send-result.ts'

interface HostAddress {
  readonly address: string
  readonly family: number
}

/** How senders reach other hosts. */
export interface Network {
  readonly resolve: (host: string) => Promise<readonly HostAddress[]>
  /** The operator lets brands send to any address and port, even without encryption. */
  readonly allowsPrivate: boolean
  /** Addresses of this machine. Nothing is sent to them, even if they are public. */
  readonly ownAddresses: () => ReadonlySet<string>
  /** `connectMs` includes resolving the name. */
  readonly timeouts: { readonly connectMs: number; readonly totalMs: number }
  /** Hosts that do not exist and are answered for within the process: nothing is sent to them. */
  readonly answers?: (host: string) => SendResult | undefined
}

/** Connecting and sending take no longer than this. An attempt must end within the lease of its message. */
export const sendMsMax = 20_000

export function systemNetwork(allowsPrivate: boolean): Network {
  return {
    resolve: allowsPrivate ? (host) => lookup(host, { all: true }) : askNameServers,
    allowsPrivate,
    ownAddresses: () =>
      new Set(Object.values(networkInterfaces()).flatMap((addresses) => (addresses ?? []).map((one) => one.address))),
    timeouts: { connectMs: 5_000, totalMs: 15_000 },
  }
}

const nameServers = new Resolver({ timeout: 2_000, tries: 2 })

/**
 * Asks the name servers directly. Asking the operating system would occupy one of the few threads of the process for
 * as long as a brand's name server stays silent; and its table of hosts names no public ones.
 */
async function askNameServers(host: string): Promise<HostAddress[]> {
  const [four, six] = await Promise.allSettled([nameServers.resolve4(host), nameServers.resolve6(host)])
  const addressesOf = (found: PromiseSettledResult<string[]>, family: number) =>
    found.status === 'fulfilled' ? found.value.map((address) => ({ address, family })) : []
  return [...addressesOf(four, 4), ...addressesOf(six, 6)]
}

/** A host whose addresses have been checked. Connections go to one of these addresses and to no other. */
export interface VettedHost {
  /** As it was written; used for SNI and the Host header. */
  readonly host: string
  readonly addresses: readonly HostAddress[]
}

/** Refuses a host unless all its addresses are public: a private one could be the one that is connected to. */
export async function vetHost(host: string, network: Network): Promise<VettedHost | FailureClass> {
  const literal = host.replace(/^\[(.*)\]$/, '$1')
  const family = isIP(literal)
  const addresses = family ? [{ address: literal, family }] : await network.resolve(host).catch(() => [])
  if (addresses.length === 0) return 'name not found'
  if (network.allowsPrivate) return { host: literal, addresses }
  const own = network.ownAddresses()
  const isFit = addresses.every(({ address }) => isPublicAddress(address) && !own.has(address))
  return isFit ? { host: literal, addresses } : 'address refused'
}

/** For `connect`: hands out the vetted addresses, so that the name is not resolved again, to something else. */
export function lookupOf({ addresses }: VettedHost): LookupFunction {
  return (_, { all }, done) => {
    const [first] = addresses
    if (all) done(null, [...addresses])
    else done(null, first?.address ?? '', first?.family)
  }
}

/** Returns `timeout` when the time is up. The work itself goes on; its result is ignored. */
export async function withinMs<T>(limitMs: number, work: Promise<T>): Promise<T | 'timeout'> {
  let timer: NodeJS.Timeout | undefined
  const timeUp = new Promise<'timeout'>((resolve) => {
    timer = setTimeout(() => resolve('timeout'), limitMs)
  })
  try {
    return await Promise.race([work, timeUp])
  } finally {
    clearTimeout(timer)
  }
}
