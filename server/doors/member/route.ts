import type { Brand } from '../../domain/brand/brand.ts'
import type { MemberPart } from '../../domain/brand/member/member-parts.ts'
import type { MemberPages } from '../../domain/brand/shapes/member-shape.ts'
import { type FieldShape, type Model, model, type Values } from '../../ground/contract/field.ts'
import type { MemberServices } from './member-services.ts'
import type { MemberRefusal } from './refusal.ts'
import type { Member } from './sessions.ts'

/** What every route may use. */
export interface MemberVisit<Request> {
  readonly request: Request
  readonly services: MemberServices
  readonly brand: Brand
  /** What the brand's file says of its pages for members. */
  readonly pages: MemberPages
  /** What they read. */
  readonly language: string
  /** Where they come from, and as what that is counted: of IPv6, the network. */
  readonly address: string
  readonly source: string
  /** What the browser says of itself. */
  readonly browser: string
  /** The server's own address, as far as it is known. */
  readonly origin: string
  /** The origin of the pages as a browser sees it: where passkeys belong. */
  readonly site: string
}

export interface OwnMemberVisit<Request> extends MemberVisit<Request> {
  readonly member: Member
}

interface RouteBase {
  readonly name: string
  readonly summary: string
  /** What of the member's pages it belongs to: where the brand does not have that, it is not there. */
  readonly part?: MemberPart
  readonly request: Model
  readonly response: Model
}

/** Anybody may call it: it is how one gets in. */
export interface OpenMemberRoute extends RouteBase {
  readonly kind: 'open'
  run(visit: MemberVisit<unknown>): Promise<object>
}

/** It is about the member themselves. */
export interface OwnMemberRoute extends RouteBase {
  readonly kind: 'own'
  /** Whether it changes something: staff who look at it as the customer does cannot call it. */
  readonly changes: boolean
  run(visit: OwnMemberVisit<unknown>): Promise<object>
}

export type MemberRoute = OpenMemberRoute | OwnMemberRoute

interface Described<N extends string, S extends FieldShape, R extends FieldShape> {
  readonly name: N
  readonly summary: string
  readonly part?: MemberPart
  readonly request: S
  readonly response: R
}

/** What a route is called, takes and returns, for the compiler: it exists only as a type. */
interface Contracted<N extends string, S extends FieldShape, R extends FieldShape> {
  readonly name: N
  readonly contract?: { readonly request: S; readonly response: R }
}

type Ran<R extends FieldShape> = Promise<Values<R> | MemberRefusal>

export function openRoute<const N extends string, S extends FieldShape, R extends FieldShape>(
  definition: Described<N, S, R> & { run: (visit: MemberVisit<Values<S>>) => Ran<R> },
): OpenMemberRoute & Contracted<N, S, R> {
  // The reader gives a route exactly the values of its own contract, which only the compiler cannot see.
  const { run } = definition as unknown as Pick<OpenMemberRoute, 'run'>
  return { ...described(definition), kind: 'open', run }
}

export function ownRoute<const N extends string, S extends FieldShape, R extends FieldShape>(
  definition: Described<N, S, R> & { changes: boolean; run: (visit: OwnMemberVisit<Values<S>>) => Ran<R> },
): OwnMemberRoute & Contracted<N, S, R> {
  const { run } = definition as unknown as Pick<OwnMemberRoute, 'run'>
  return { ...described(definition), kind: 'own', changes: definition.changes, run }
}

function described<N extends string, S extends FieldShape, R extends FieldShape>(definition: Described<N, S, R>) {
  const { name, summary, part, request, response } = definition
  return {
    name,
    summary,
    ...(part && { part }),
    request: model(`${name}.request`, `What ${name} takes.`, request),
    response: model(`${name}.response`, `What ${name} returns.`, response),
  }
}
