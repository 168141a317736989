import type { IncomingMessage } from 'node:http'
import type { BlockList } from 'node:net'
import { isListed, isLoopback, plainAddress } from '../../domain/brand/keys/addresses.ts'
import { urlOf } from './url-of.ts'

/** Where a call comes from. */
export interface CallSource {
  readonly address: string
  /** Whether it comes from this very machine, and through nobody. */
  readonly isLocal: boolean
}

/** Of the addresses in the header only as many are looked at as there may be proxies in a row. */
const mostHops = 20

/** Whichever of these a proxy adds tells that there is one: not every proxy says who its caller is. */
const proxyHeaders = [
  'x-forwarded-for',
  'forwarded',
  'x-real-ip',
  'x-forwarded-host',
  'x-forwarded-proto',
  'via',
] as const

/**
 * Whether a call was addressed to this machine, or by a name that means nothing outside its network. A call through a
 * proxy that adds no header usually was not, and a page elsewhere whose name leads here cannot pretend that it was.
 */
function isOwnHost(host: string | undefined): boolean {
  const name = (host ?? '').replace(/:\d+$/, '').replace(/^\[(.*)\]$/, '$1')
  return !name.includes('.') || /\.localhost$/i.test(name) || name === '0.0.0.0' || isLoopback(name)
}

/**
 * The address of the caller. What a proxy says about where it has a call from counts only when the operator trusts
 * this proxy, because anybody can write the header.
 */
export function sourceOf(request: IncomingMessage, proxies: BlockList | undefined): CallSource {
  const peer = plainAddress(request.socket.remoteAddress ?? '')
  const { 'x-forwarded-for': forwarded } = request.headers
  const isProxied = proxyHeaders.some((name) => request.headers[name] !== undefined) || !isOwnHost(request.headers.host)
  if (!proxies || forwarded === undefined || !isListed(proxies, peer)) {
    return { address: peer, isLocal: !isProxied && isLoopback(peer) }
  }
  const hops = String(forwarded)
    .split(',')
    .slice(-mostHops)
    .map((hop) => plainAddress(hop.trim()))
  const address = hops.findLast((hop) => !isListed(proxies, hop)) ?? hops[0] ?? peer
  return { address: address.slice(0, 64), isLocal: false }
}

/**
 * Where a call reached us, as the links in its answer begin, where no public address is set. The Host header is not
 * asked: whoever writes it would decide where customers are sent.
 */
export function ownAddressOf({ socket }: IncomingMessage): string | undefined {
  const { localAddress, localPort } = socket
  if (localAddress === undefined || localPort === undefined) return undefined
  return urlOf({ address: plainAddress(localAddress), port: localPort })
}
