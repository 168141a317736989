import type { Brand } from '../../domain/brand/brand.ts'
import type { RightReach } from '../../domain/judge/operation-rights.ts'
import type { Permission } from '../../domain/judge/permissions.ts'
import { type FieldShape, type Model, model, type Values } from '../../ground/contract/field.ts'
import type { Language } from '../../ground/kernel/language.ts'
import type { Standing, Visitor } from '../access/visitor.ts'
import type { PortalServices } from './portal-services.ts'
import type { PortalRefusal } from './refusal.ts'

/** What every route may use. */
export interface Visit<Request> {
  readonly request: Request
  readonly services: PortalServices
  /** Where the visitor comes from. */
  readonly address: string
  readonly isLocal: boolean
  /** Where the page is that asks, such as https://loyalty.example. */
  readonly origin: string
  /** What the browser says of itself. */
  readonly browser: string
  /** What they are told things in. */
  readonly language: Language
  /** The session's token, from its cookie. */
  readonly token?: string
  /** The token of the device at the counter that the browser is registered as, from its cookie. */
  readonly deviceToken?: string
  /** Gives the browser the token of a session, or takes it away. */
  readonly setToken: (token: string | undefined) => void
  /** The same of the device. */
  readonly setDeviceToken: (token: string | undefined) => void
  /** Has the browser forget whatever it keeps of the portal. */
  readonly clearSite: () => void
}

export interface OwnVisit<Request> extends Visit<Request> {
  readonly visitor: Visitor
}

export interface BrandVisit<Request> extends OwnVisit<Request> {
  readonly brand: Brand
  readonly standing: Standing
}

interface RouteBase {
  readonly name: string
  readonly summary: string
  readonly request: Model
  readonly response: Model
}

/** Anybody may call it: it is how one gets in. */
export interface OpenRoute extends RouteBase {
  readonly kind: 'open'
  run(visit: Visit<unknown>): Promise<object>
}

/** It is about the visitor themselves. */
export interface OwnRoute extends RouteBase {
  readonly kind: 'own'
  /** Whether it may be called by somebody who still owes a second factor. */
  readonly beforeSecondFactor: boolean
  /** Whether it is for those, too, who logged in by a PIN: what belongs to the login itself takes more. */
  readonly isByPin: boolean
  /** Whether they must have proved who they are just now. */
  readonly isConfirmed: boolean
  run(visit: OwnVisit<unknown>): Promise<object>
}

/** It is about a brand, and needs a permission there. */
export interface BrandRoute extends RouteBase {
  readonly kind: 'brand'
  readonly permission: Permission
  /** It is for others, too: each of these permissions is enough. */
  readonly orAny: readonly Permission[]
  readonly isConfirmed: boolean
  readonly reach: RightReach
  run(visit: BrandVisit<unknown>): Promise<object>
}

export type PortalRoute = OpenRoute | OwnRoute | BrandRoute

interface Described<N extends string, S extends FieldShape, R extends FieldShape> {
  readonly name: N
  readonly summary: string
  readonly request: S
  readonly response: R
}

/** What a route is called, takes and returns, for the compiler: it exists only as a type. */
interface Contracted<N extends string, S extends FieldShape, R extends FieldShape> {
  readonly name: N
  readonly contract?: { readonly request: S; readonly response: R }
}

type Ran<R extends FieldShape> = Promise<Values<R> | PortalRefusal>

export function openRoute<const N extends string, S extends FieldShape, R extends FieldShape>(
  definition: Described<N, S, R> & { run: (visit: Visit<Values<S>>) => Ran<R> },
): OpenRoute & Contracted<N, S, R> {
  // The reader gives a route exactly the values of its own contract, which only the compiler cannot see.
  const { run } = definition as unknown as Pick<OpenRoute, 'run'>
  return { ...described(definition), kind: 'open', run }
}

export function ownRoute<const N extends string, S extends FieldShape, R extends FieldShape>(
  definition: Described<N, S, R> & {
    beforeSecondFactor?: true
    isByPin?: true
    isConfirmed?: true
    run: (visit: OwnVisit<Values<S>>) => Ran<R>
  },
): OwnRoute & Contracted<N, S, R> {
  const { run } = definition as unknown as Pick<OwnRoute, 'run'>
  const { beforeSecondFactor = false, isByPin = false, isConfirmed = false } = definition
  return { ...described(definition), kind: 'own', beforeSecondFactor, isByPin, isConfirmed, run }
}

export function brandRoute<const N extends string, S extends FieldShape, R extends FieldShape>(
  definition: Described<N, S, R> & {
    permission: Permission
    orAny?: readonly Permission[]
    isConfirmed: boolean
    reach: RightReach
    run: (visit: BrandVisit<Values<S>>) => Ran<R>
  },
): BrandRoute & Contracted<N, S, R> {
  const { run } = definition as unknown as Pick<BrandRoute, 'run'>
  const { permission, orAny = [], isConfirmed, reach } = definition
  return { ...described(definition), kind: 'brand', permission, orAny, isConfirmed, reach, run }
}

function described<N extends string, S extends FieldShape, R extends FieldShape>(definition: Described<N, S, R>) {
  const { name, summary, request, response } = definition
  return {
    name,
    summary,
    request: model(`${name}.request`, `What ${name} takes.`, request),
    response: model(`${name}.response`, `What ${name} returns.`, response),
  }
}
