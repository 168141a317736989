import { isFreshProof } from '../../domain/judge/proof.ts'
import { type ReadingRules, readRequest } from '../../ground/contract/read.ts'
import { defined } from '../../ground/kernel/defined.ts'
import { standingIn, type Visitor } from '../access/visitor.ts'
import { headerText } from '../api/caller.ts'
import type { Exchange } from './exchange.ts'
import { languageOf } from './language-of.ts'
import { findPersonAsked, shownTo } from './people.ts'
import type { PortalServices } from './portal-services.ts'
import { isTurnedDown, type PortalRefusal, turnDown } from './refusal.ts'
import type { BrandRoute, PortalRoute, Visit } from './route.ts'

/** How the requests of routes are read that are about no brand. */
const withoutBrand: ReadingRules = { apiVersion: 2, enabled: new Set(), interfaceTimeZone: 'UTC' }

/** Finds out who asks, whether they may, and runs the route. */
export async function runRoute(services: PortalServices, route: PortalRoute, exchange: Exchange): Promise<object> {
  if (route.kind === 'open') {
    const request = read(route, exchange, withoutBrand)
    return isTurnedDown(request) ? request : route.run(visitOf(services, request, exchange))
  }
  const visitor = await findVisitor(services, exchange)
  if (isTurnedDown(visitor)) return visitor
  if (route.kind === 'own' && visitor.deviceId !== undefined && !route.isByPin) return notByPin
  const owed = findOwed(services, visitor, route)
  if (owed) return owed
  if (route.kind === 'brand') return runInBrand(services, route, { ...exchange, visitor })
  const request = read(route, exchange, withoutBrand)
  return isTurnedDown(request) ? request : route.run({ ...visitOf(services, request, exchange), visitor })
}

async function runInBrand(
  services: PortalServices,
  route: BrandRoute,
  exchange: Exchange & { readonly visitor: Visitor },
): Promise<object> {
  const entered = await enterBrand(services, exchange)
  if (isTurnedDown(entered)) return entered
  const { brand, standing } = entered
  if (![route.permission, ...route.orAny].some((one) => standing.permissions.has(one))) return notAllowed
  if (route.reach === 'brand' && standing.locations) return onlyWhole
  const rules = { apiVersion: 2, enabled: brand.enabled, interfaceTimeZone: brand.interfaceTimeZone } as const
  const request = read(route, exchange, rules)
  if (isTurnedDown(request)) return request
  const personal = findPersonAsked(standing, route.request, request)
  if (personal) return personal
  const answer = await route.run({
    ...visitOf(services, request, exchange),
    visitor: exchange.visitor,
    brand,
    standing,
  })
  return isTurnedDown(answer) ? answer : shownTo(standing, route.response, answer)
}

export const notAllowed = turnDown('forbidden', 'Your role does not include this.')
const notByPin = turnDown('forbidden', 'You have logged in by a PIN. Log in with your password to do this.')
export const onlyWhole = turnDown('forbidden', 'This covers all locations, and your login is for some of them only.')

export async function findVisitor(services: PortalServices, { token }: Exchange): Promise<Visitor | PortalRefusal> {
  const found = token === undefined ? undefined : await services.sessions.find(token)
  return found ?? turnDown('loginNeeded', 'You are not logged in, or your session has ended.')
}

/** The brand that the request names, as far as the visitor has any business there. */
export async function enterBrand(
  services: PortalServices,
  { reply, visitor }: Pick<Exchange, 'reply'> & { readonly visitor: Visitor },
) {
  const brand = await services.brands.load(headerText(reply.request.headers, 'brand'))
  const standing = brand && standingIn(visitor, brand)
  return standing ? { brand, standing } : turnDown('notFound', 'There is no such brand.')
}

interface Demands {
  readonly beforeSecondFactor?: boolean
  readonly isConfirmed: boolean
}

export function findOwed(services: PortalServices, visitor: Visitor, demands: Demands): PortalRefusal | undefined {
  if (visitor.owes && !demands.beforeSecondFactor)
    return turnDown('loginNeeded', 'Finish logging in: your second factor is missing.')
  if (demands.isConfirmed && !isFreshProof(visitor.confirmedAt, services.now()))
    return turnDown('confirmNeeded', 'Confirm that it is you, then try again.')
  return undefined
}

function read(route: PortalRoute, { body }: Exchange, rules: ReadingRules): object | PortalRefusal {
  const read = readRequest(route.request, body, rules)
  if (read.kind === 'refusal') return turnDown('invalid', read.text)
  const [unknown] = read.unknown
  return unknown === undefined ? read.value : turnDown('invalid', `${unknown}: there is no such field`)
}

function visitOf(
  services: PortalServices,
  request: object,
  { source, token, deviceToken, setToken, setDeviceToken, clearSite, reply }: Exchange,
): Visit<unknown> {
  const { address, isLocal } = source
  const { origin, host = '', 'user-agent': browser = '' } = reply.request.headers
  // An Origin header is here only if its host is ours.
  const from = services.publicUrl === undefined ? (origin ?? `http://${host}`) : new URL(services.publicUrl).origin
  const language = languageOf(reply.request.headers)
  const ways = { setToken, setDeviceToken, clearSite }
  return defined({ request, services, address, isLocal, origin: from, browser, language, token, deviceToken, ...ways })
}
