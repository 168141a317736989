import { BlockList, isIP } from 'node:net'

interface Subnet {
  readonly network: string
  readonly prefix: number
  readonly family: 'ipv4' | 'ipv6'
}

/** Reads `10.0.0.0/8`, `2001:db8::/32` or a single address. */
function parseSubnet(text: string): Subnet | undefined {
  const [, network = '', prefix] = /^([0-9a-fA-F.:]+)(?:\/(\d{1,3}))?$/.exec(text) ?? []
  const kind = isIP(network)
  if (kind === 0) return undefined
  const widest = kind === 4 ? 32 : 128
  const bits = prefix === undefined ? widest : Number(prefix)
  return bits > widest ? undefined : { network, prefix: bits, family: kind === 4 ? 'ipv4' : 'ipv6' }
}

export const isSubnet = (text: string): boolean => parseSubnet(text) !== undefined

/** All addresses of these networks. Texts that are not networks are left out. */
export function toAddressList(texts: readonly string[]): BlockList {
  const list = new BlockList()
  for (const text of texts) {
    const subnet = parseSubnet(text)
    if (subnet) list.addSubnet(subnet.network, subnet.prefix, subnet.family)
  }
  return list
}

/** Whether an address is in the list. Host names and empty texts never are. */
export function isListed(list: BlockList, address: string): boolean {
  const kind = isIP(address)
  return kind !== 0 && list.check(address, kind === 4 ? 'ipv4' : 'ipv6')
}

/** Whether every address of the network is in one of the others. */
export function isWithin(text: string, others: readonly string[]): boolean {
  const inner = parseSubnet(text)
  return others.some((one) => {
    const outer = parseSubnet(one)
    return (
      inner !== undefined &&
      outer?.family === inner.family &&
      outer.prefix <= inner.prefix &&
      isListed(toAddressList([one]), inner.network)
    )
  })
}

const loopback = toAddressList(['127.0.0.0/8', '::1'])

/** Turns the IPv4 address ::ffff:127.0.0.1 of a dual-stack socket into 127.0.0.1. */
export const plainAddress = (address: string): string => address.replace(/^::ffff:(?=\d+\.)/i, '')

/** Whether a connection from there comes from this machine. */
export const isLoopback = (address: string): boolean => isListed(loopback, plainAddress(address))
