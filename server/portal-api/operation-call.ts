import { createHash } from 'node:crypto'
import type { Standing, Visitor } from '../access/visitor.ts'
import { findHeaderFault, headerText } from '../api/caller.ts'
import { readRemark } from '../api/header-text.ts'
import type { Brand, Location } from '../brand/brand.ts'
import type { JsonObject } from '../contract/json.ts'
import { readRequest } from '../contract/read.ts'
import type { Call } from '../decision/call.ts'
import { defined } from '../kernel/defined.ts'
import { isRefusal } from '../kernel/errors.ts'
import type { Operation } from '../operations/operation.ts'
import type { Exchange } from './exchange.ts'
import { type OperationRight, operationRights } from './operation-rights.ts'
import { isTurnedDown, type PortalRefusal, turnDown } from './refusal.ts'
import type { PortalRoom } from './room.ts'
import { enterBrand, findOwed, findVisitor, notAllowed, onlyWhole } from './run-route.ts'
import { userOf } from './user-of.ts'

/** Carries out an operation of the interface for somebody in the portal: the same one that tills call, by the same engine. */
export async function callOperation(room: PortalRoom, name: string, exchange: Exchange): Promise<object> {
  const visitor = await findVisitor(room, exchange)
  if (isTurnedDown(visitor)) return visitor
  const operation = room.operations.get(name)
  const right = rightOf(name)
  if (!operation || !right) return turnDown('notFound', 'There is no such operation in the portal.')
  const owed = findOwed(room, visitor, { isConfirmed: right.isConfirmed ?? false })
  if (owed) return owed
  const entered = await enterBrand(room, { ...exchange, visitor })
  if (isTurnedDown(entered)) return entered
  const { brand, standing } = entered
  const refusal = findForbidden(right, operation, entered)
  if (refusal) return refusal
  const call = callOf(exchange, { brand, standing, visitor })
  if (isTurnedDown(call)) return call
  return run(room, { operation, call, brand }, exchange)
}

function rightOf(name: string): OperationRight | undefined {
  const rights: { readonly [name: string]: OperationRight | 'machines' } = operationRights
  const right = Object.hasOwn(rights, name) ? rights[name] : undefined
  return right === 'machines' ? undefined : right
}

function findForbidden(
  { permission, reach }: OperationRight,
  { enablement, isOfWholeBrand }: Operation,
  { brand, standing }: { readonly brand: Brand; readonly standing: Standing },
): PortalRefusal | undefined {
  if (!standing.permissions.has(permission)) return notAllowed
  if (standing.locations && (reach === 'brand' || isOfWholeBrand)) return onlyWhole
  if (enablement && !brand.enabled.has(enablement))
    return { ...turnDown('refused', 'This is not enabled for the brand.'), code: 104 }
  return undefined
}

interface Caller {
  readonly brand: Brand
  readonly standing: Standing
  readonly visitor: Visitor
}

function callOf({ reply, source }: Exchange, { brand, standing, visitor }: Caller): Call | PortalRefusal {
  const { headers } = reply.request
  const fault = findHeaderFault(headers)
  if (fault) return turnDown('invalid', fault.text)
  const place = findPlace(headerText(headers, 'location'), headerText(headers, 'terminal'), { brand, standing })
  if (!place) return turnDown('forbidden', 'You may not do this at this location.')
  const note = readRemark(headerText(headers, 'note'))
  return defined({
    ref: reply.ref,
    ...place,
    user: userOf(visitor, standing),
    from: source.address,
    ...(note && { note }),
  })
}

/** The location and terminal that were named, or the first ones at which the visitor may do anything. */
function findPlace(locationId: string, terminalId: string, { brand, standing }: Omit<Caller, 'visitor'>) {
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

interface Ready {
  readonly operation: Operation
  readonly call: Call
  readonly brand: Brand
}

async function run(room: PortalRoom, { operation, call, brand }: Ready, { body, reply }: Exchange): Promise<object> {
  const { enabled, interfaceTimeZone } = brand
  const read = readRequest(operation.request, body, { apiVersion: 2, enabled, interfaceTimeZone })
  if (isRefusal(read)) return { ...turnDown('refused', read.text), code: read.code }
  const [unknown] = read.unknown
  if (unknown !== undefined) return turnDown('invalid', `${unknown}: there is no such field`)
  const idempotency = idempotencyOf(headerText(reply.request.headers, 'customrequestid'), operation, body)
  const finished = await room.dispatcher.run(
    defined({ operation, request: read.value, call, brand, unknownFields: [], idempotency }),
  )
  if (finished.kind === 'done') return { ...finished.response, requestRef: call.ref }
  const { code, text, original } = finished
  const more = original === undefined ? {} : { original }
  return { ...turnDown(code === 109 ? 'unavailable' : 'refused', text), code, ...more }
}

/** What is pressed twice happens once. */
function idempotencyOf(id: string, { name }: Operation, body: JsonObject) {
  if (id === '') return undefined
  const sha256 = (text: string) => createHash('sha256').update(text).digest()
  return { idSha256: sha256(id), fingerprint: sha256(`${name}\0${JSON.stringify(body)}`) }
}
