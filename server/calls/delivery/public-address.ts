import { BlockList, isIP } from 'node:net'

type Range = readonly [network: string, prefix: number]

/** Ranges that no server on the internet has an address in, by the registries of special addresses (RFC 6890). */
const specialOfFour: readonly Range[] = [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 4],
  ['240.0.0.0', 4],
]

/** The only part of IPv6 that is assigned. Loopback, local, multicast, IPv4-mapped and NAT64 addresses lie outside. */
const givenOutOfSix: Range = ['2000::', 3]

/** Special ranges within it: protocols such as Teredo, documentation, and 6to4, which embeds an IPv4 address. */
const specialOfSix: readonly Range[] = [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
]

const special = new BlockList()
for (const [network, prefix] of specialOfFour) special.addSubnet(network, prefix, 'ipv4')
for (const [network, prefix] of specialOfSix) special.addSubnet(network, prefix, 'ipv6')
const givenOut = new BlockList()
givenOut.addSubnet(...givenOutOfSix, 'ipv6')

/** Whether the address belongs to a single machine on the internet, as opposed to one on a private network. */
export function isPublicAddress(address: string): boolean {
  // An address with a zone is valid on one link only.
  if (address.includes('%')) return false
  switch (isIP(address)) {
    case 4:
      return !special.check(address, 'ipv4')
    case 6:
      return givenOut.check(address, 'ipv6') && !special.check(address, 'ipv6')
    default:
      return false
  }
}
