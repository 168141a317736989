import type { Brand } from '../../domain/brand/brand.ts'
import { type Permission, type Role, roles } from '../../domain/judge/permissions.ts'
import type { BrandId } from '../../ground/kernel/ids.ts'
import type { Instant } from '../../ground/kernel/time.ts'

/** What a login may do in one brand, or in all of them. There is at most one for each brand. */
export interface Grant {
  /** Absent: in every brand. */
  readonly brand?: BrandId
  readonly role: Role
  /** Only at the locations of this group. */
  readonly group?: string
  /** Only at this location. */
  readonly location?: string
}

/** Somebody who is logged in. */
export interface Visitor {
  readonly loginId: string
  /** What they log in as. */
  readonly name: string
  readonly sessionId: string
  readonly grants: readonly Grant[]
  /** When they last proved who they are: sensitive changes ask for it again. */
  readonly confirmedAt: Instant
  /** Whether they still have to show, or to set up, a second factor before anything else. */
  readonly owes?: 'secondFactor' | 'newFactor'
  /** The device on which they logged in by a PIN; absent: they logged in by more than that. */
  readonly deviceId?: string
}

/** Whom a session's token belongs to. */
export interface Sessions {
  /** Undefined if there is no such session or it is over. */
  find(token: string): Promise<Visitor | undefined>
}

/** What a visitor may do in a brand. */
export interface Standing {
  readonly role: Role
  readonly permissions: ReadonlySet<Permission>
  /** The locations they are restricted to; absent: all of the brand. */
  readonly locations?: ReadonlySet<string>
}

/** What the visitor may do in the brand; undefined if they have no business there. What is said of the brand itself counts. */
export function standingIn({ grants }: Pick<Visitor, 'grants'>, brand: Brand): Standing | undefined {
  const grant = grants.find((one) => one.brand === brand.id) ?? grants.find((one) => one.brand === undefined)
  if (!grant) return undefined
  const standing = { role: grant.role, permissions: new Set<Permission>(roles[grant.role]) }
  const isRestricted = grant.group !== undefined || grant.location !== undefined
  return isRestricted ? { ...standing, locations: locationsOf(grant, brand) } : standing
}

/** A group or a location that no longer exists leaves none. */
function locationsOf({ group, location }: Grant, { locations }: Brand): ReadonlySet<string> {
  const places = [...locations.values()].filter(
    (place) => (location === undefined || place.id === location) && (group === undefined || place.group === group),
  )
  return new Set(places.map(({ id }) => id))
}
