import type { Brand } from '../../domain/brand/brand.ts'
import type { JsonObject } from '../../ground/contract/json.ts'
import { readRequest } from '../../ground/contract/read.ts'
import type { MemberServices } from './member-services.ts'
import { type MemberRefusal, noSuchPlace, notIn, turnAway } from './refusal.ts'
import type { MemberRoute, MemberVisit } from './route.ts'
import { findMember } from './sessions.ts'

/** Something that is asked of the member's side, as it came in. */
export interface MemberQuestion {
  readonly body: JsonObject
  readonly token?: string
  readonly address: string
  readonly browser: string
  readonly language: string
  readonly origin: string
  readonly site: string
}

/** The brand by its id, if it has pages for members. */
export async function enterPages({ brands }: Pick<MemberServices, 'brands'>, id: string) {
  const brand = await brands.load(id)
  const pages = brand?.document.member
  return brand && pages?.enabled ? { brand, pages } : undefined
}

/** Finds out who asks, whether they may, and runs the route. */
export async function runRoute(
  services: MemberServices,
  route: MemberRoute,
  brand: Brand,
  asked: MemberQuestion,
): Promise<object> {
  const pages = brand.document.member
  if (!pages || (route.part && !pages.parts.includes(route.part))) return noSuchPlace
  const read = readRequest(route.request, asked.body, {
    apiVersion: 2,
    enabled: brand.enabled,
    interfaceTimeZone: 'UTC',
  })
  if (read.kind === 'refusal')
    return { ...turnAway('invalid', read.text), ...(read.field !== undefined && { field: read.field }) }
  const [unknown] = read.unknown
  if (unknown !== undefined) return turnAway('invalid', `${unknown}: there is no such field`)
  const { language, address, browser, origin, site } = asked
  const source = sourceIn(brand, address)
  const visit: MemberVisit<unknown> = {
    request: read.value,
    services,
    brand,
    pages,
    language,
    address,
    source,
    browser,
    origin,
    site,
  }
  if (route.kind === 'open') return slowed(services.strangers, source) ?? route.run(visit)
  const member = await findMember(services, brand, asked.token)
  if (!member) return slowed(services.strangers, source) ?? notIn
  if (route.changes && member.way === 'staff') return onlyLooking
  return slowed(services.visits, member.sessionId) ?? route.run({ ...visit, member })
}

const onlyLooking = turnAway('forbidden', 'You see this as the customer does. You can change nothing here.')

/** Counts every question, and turns away who asks too many. */
export function slowed(limit: MemberServices['visits'], name: string): MemberRefusal | undefined {
  const wait = limit.secondsToWait(name)
  if (wait > 0)
    return { ...turnAway('slowDown', 'That was too often. Wait a while, then try again.'), retryAfter: wait }
  limit.count(name)
  return undefined
}

/** As what somebody is counted who is not in. */
export const sourceIn = ({ id }: Pick<Brand, 'id'>, address: string): string => `${id}\0${networkOf(address)}`

/** Whoever has one address of IPv6 has a whole network of them. */
export function networkOf(address: string): string {
  if (!address.includes(':')) return address
  const [head = '', tail] = address.split('::')
  const left = head.split(':')
  const groups = tail === undefined ? left : [...left, ...Array.from({ length: 8 }, () => '0')]
  return `${groups
    .slice(0, 4)
    .map((group) => group || '0')
    .join(':')}::/64`
}
