import { oncePer } from '../../../ground/kernel/once-per.ts'
import { parseDateTime } from '../../../ground/kernel/time.ts'
import { isWithin } from './addresses.ts'
import { coversScope } from './scope.ts'

/** What a key may do, from where, and until when. Absent fields set no limit. */
export interface KeyRights {
  /** Groups, `read`, or names of operations. */
  readonly scope?: readonly string[]
  readonly locations?: readonly string[]
  /** Addresses and networks that calls may come from. */
  readonly addresses?: readonly string[]
  /** The moment from which it is refused: yyyy-MM-dd HH:mm:ss in UTC. */
  readonly expires?: string
  /** Whether unknown fields are refused. */
  readonly strict?: boolean
}

/**
 * In what respect one key could do more than the other; undefined if in none. A key may neither create nor change a
 * key that can do more than itself, nor learn its secret.
 */
export function findExcess(
  given: KeyRights,
  own: KeyRights,
): 'scope' | 'locations' | 'addresses' | 'expires' | undefined {
  if (!coversScope(own.scope, given.scope)) return 'scope'
  const { locations, addresses } = own
  if (locations && !given.locations?.every((one) => setOf(locations).has(one))) return 'locations'
  if (addresses && !given.addresses?.every((one) => isWithin(one, addresses))) return 'addresses'
  if (own.expires !== undefined && endOf(given) > endOf(own)) return 'expires'
  return undefined
}

/** A file with many keys is compared with the same one each time. */
const setOf = oncePer((names: readonly string[]): ReadonlySet<string> => new Set(names))

/** The instant from which the key is refused. */
export function endOf({ expires }: KeyRights): number {
  return expires === undefined ? Number.POSITIVE_INFINITY : (parseDateTime(expires) ?? Number.NEGATIVE_INFINITY)
}
