import type { NamedOperations } from '../../server/calls/operations/all.ts'
import type { NamedRoutes } from '../../server/doors/portal-api/all.ts'
import type { FieldShape, Sent, Values } from '../../server/ground/contract/field.ts'
import { post } from './post.ts'

interface Contracted {
  readonly contract?: { readonly request: FieldShape; readonly response: FieldShape }
}
type ContractOf<One> = One extends Contracted ? NonNullable<One['contract']> : never

export type RouteName = keyof NamedRoutes
export type RouteRequest<Name extends RouteName> = Sent<ContractOf<NamedRoutes[Name]>['request']>
export type RouteAnswer<Name extends RouteName> = Values<ContractOf<NamedRoutes[Name]>['response']>

export type CalledOperation = keyof NamedOperations
export type OperationRequest<Name extends CalledOperation> = Sent<ContractOf<NamedOperations[Name]>['request']>
export type OperationAnswer<Name extends CalledOperation> = Values<ContractOf<NamedOperations[Name]>['response']> & {
  readonly requestRef: string
}

/** Asks a route of the portal. Those that are about a brand are told which. */
export async function ask<Name extends RouteName>(
  name: Name,
  request: RouteRequest<Name>,
  brand?: string,
): Promise<RouteAnswer<Name>> {
  const headers = brand === undefined ? {} : { Brand: inHeader(brand) }
  // What the server sends is what its own contract says.
  return (await post(`api/${name}`, request, headers)) as RouteAnswer<Name>
}

export interface CallPlace {
  readonly brand: string
  readonly location?: string | undefined
  readonly terminal?: string | undefined
  /** Why it is done; the audit log keeps it. */
  readonly note?: string | undefined
  /** What is sent twice with the same one happens once. */
  readonly requestId?: string | undefined
}

/** Carries out an operation of the interface on behalf of whoever is logged in. */
export async function call<Name extends CalledOperation>(
  name: Name,
  request: OperationRequest<Name>,
  { brand, location, terminal, note, requestId }: CallPlace,
): Promise<OperationAnswer<Name>> {
  const headers = {
    Brand: inHeader(brand),
    ...(location !== undefined && { Location: inHeader(location) }),
    ...(terminal !== undefined && { Terminal: inHeader(terminal) }),
    ...(note !== undefined && { Note: inHeader(note) }),
    ...(requestId !== undefined && { customRequestId: requestId }),
  }
  return (await post(`call/${name}`, request, headers)) as OperationAnswer<Name>
}

/** Headers carry bytes: the text as UTF-8, each byte as a character. */
const inHeader = (text: string) =>
  Array.from(new TextEncoder().encode(text), (byte) => String.fromCharCode(byte)).join('')
