import type { Operation } from '../../calls/operations/operation.ts'
import type { Brand, Location } from '../../domain/brand/brand.ts'
import type { Call } from '../../domain/decision/call.ts'
import { type OperationRight, operationRights } from '../../domain/judge/operation-rights.ts'
import type { Permission } from '../../domain/judge/permissions.ts'
import type { JsonObject } from '../../ground/contract/json.ts'
import { readRequest } from '../../ground/contract/read.ts'
import { defined } from '../../ground/kernel/defined.ts'
import { isRefusal } from '../../ground/kernel/errors.ts'
import type { RequestRef } from '../../ground/kernel/ids.ts'
import type { Language } from '../../ground/kernel/language.ts'
import type { Instant } from '../../ground/kernel/time.ts'
import type { Standing, Visitor } from '../access/visitor.ts'
import { findObstacle } from './cards/parts/guard-call.ts'
import { companyOf } from './company.ts'
import { findPersonAsked } from './people.ts'
import type { PortalServices } from './portal-services.ts'
import { isTurnedDown, type PortalRefusal, turnDown, turnedDownBy } from './refusal.ts'
import { notAllowed, onlyWhole } from './run-route.ts'
import { handOf, userOf } from './user-of.ts'

/** What somebody in the portal wants to have done. */
export interface WantedCall {
  readonly name: string
  readonly body: JsonObject
  readonly ref: RequestRef
  /** Where; '' for the first place at which they may do anything. */
  readonly locationId: string
  readonly terminalId: string
  readonly note: string
  readonly from?: string
  /** What a route has found to be enough for it, where that is less than the operation needs by itself. */
  readonly permission?: Permission
  /** What its author is told things in. */
  readonly language?: Language
  /** When its author asked for it; absent: now. */
  readonly askedAt?: Instant
}

export interface PortalCaller {
  readonly brand: Brand
  readonly standing: Standing
  readonly visitor: Pick<Visitor, 'name' | 'confirmedAt'>
}

/** A call that may be carried out, unless the engine finds that it is more than its author may do alone. */
export interface PreparedCall {
  readonly operation: Operation
  readonly request: object
  readonly call: Call
  readonly brand: Brand
  readonly body: JsonObject
}

/** The operation and what somebody needs to call it; undefined for what is none of the portal's. */
export function findOperation(services: PortalServices, name: string) {
  const operation = services.operations.get(name)
  const rights: { readonly [name: string]: OperationRight | 'machines' } = operationRights
  const right = Object.hasOwn(rights, name) ? rights[name] : undefined
  return operation && right && right !== 'machines' ? { operation, right } : undefined
}

export const noSuchOperation = turnDown('notFound', 'There is no such operation in the portal.')

/** Everything that can be said against a call before it is decided. What it comes to is judged when it is. */
export async function prepareCall(
  services: PortalServices,
  wanted: WantedCall,
  caller: PortalCaller,
): Promise<PreparedCall | PortalRefusal> {
  const { brand, standing, visitor } = caller
  const found = findOperation(services, wanted.name)
  if (!found) return noSuchOperation
  const { operation, right } = found
  const forbidden = findForbidden(right, operation, caller)
  if (forbidden) return forbidden
  const call = callOf(services, wanted, caller)
  if (isTurnedDown(call)) return call
  const request = readBody(operation, wanted.body, brand)
  if (isTurnedDown(request)) return request
  const personal = findPersonAsked(standing, operation.request, request)
  if (personal) return personal
  const { permission = right.permission, note, askedAt = services.now() } = wanted
  const manual = { services, brand, standing, visitor, operation: wanted.name, permission, request, note, askedAt }
  const obstacle = await findObstacle(manual)
  if (obstacle) return obstacle
  return { operation, request, call: await inCompany(services, operation, { call, brand }), brand, body: wanted.body }
}

/** Of what may need a second person, the call says who that could be. */
async function inCompany(
  services: PortalServices,
  operation: Operation,
  { call, brand }: Pick<PreparedCall, 'call' | 'brand'>,
): Promise<Call> {
  const { user } = call
  const asks = operation.kind === 'task' && (operation.changesBrand || operation.name === 'reviewDraft')
  if (!user || !asks) return call
  return {
    ...call,
    user: { ...user, company: await companyOf(services, brand, { name: user.name, at: services.now() }) },
  }
}

/** What was sent, as the operation's contract reads it. */
function readBody(operation: Operation, body: JsonObject, brand: Brand): object | PortalRefusal {
  const { enabled, interfaceTimeZone } = brand
  const read = readRequest(operation.request, body, { apiVersion: 2, enabled, interfaceTimeZone })
  if (isRefusal(read)) return turnedDownBy(read)
  const [unknown] = read.unknown
  if (unknown !== undefined) return turnDown('invalid', `${unknown}: there is no such field`)
  const [strange] = operation.findStrange?.(read.value, brand, 1) ?? []
  return strange === undefined ? read.value : turnDown('invalid', `${strange.path}: ${strange.advice}`)
}

function findForbidden(
  { permission, orAny = [], reach }: OperationRight,
  { enablement, isOfWholeBrand }: Operation,
  { brand, standing }: PortalCaller,
): PortalRefusal | undefined {
  if (![permission, ...orAny].some((one) => standing.permissions.has(one))) return notAllowed
  if (standing.locations && (reach === 'brand' || isOfWholeBrand)) return onlyWhole
  if (enablement && !brand.enabled.has(enablement))
    return { ...turnDown('refused', 'This is not enabled for the brand.'), code: 104 }
  return undefined
}

function callOf(services: PortalServices, wanted: WantedCall, caller: PortalCaller): Call | PortalRefusal {
  const { standing, visitor } = caller
  const { ref, from, note } = wanted
  const place = findPlace(wanted, caller)
  if (!place) return turnDown('forbidden', 'You may not do this at this location.')
  const user = userOf(services, { visitor, standing, language: wanted.language })
  const hand = handOf(standing, user.isConfirmed)
  return defined({ ref, ...place, user: { ...user, hand }, from, ...(note && { note }) })
}

/** The location and terminal that were named, or the first ones at which the visitor may do anything. */
function findPlace({ locationId, terminalId }: WantedCall, { brand, standing }: PortalCaller) {
  const mayBe = ({ id }: Location) => !standing.locations || standing.locations.has(id)
  const location = locationId === '' ? [...brand.locations.values()].find(mayBe) : brand.locations.get(locationId)
  if (!location) return locationId === '' && !standing.locations ? { locationId: '', terminalId: '' } : undefined
  if (!mayBe(location)) return undefined
  const [first = ''] = location.terminals
  const terminal = terminalId === '' ? first : terminalId
  return location.terminals.has(terminal) || terminal === ''
    ? { locationId: location.id, terminalId: terminal }
    : undefined
}
