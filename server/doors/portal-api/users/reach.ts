import type { Brand } from '../../../domain/brand/brand.ts'
import { roleNames } from '../../../domain/judge/permissions.ts'
import { flag, id, oneOf } from '../../../ground/contract/field.ts'
import { defined } from '../../../ground/kernel/defined.ts'
import type { Grant } from '../../access/visitor.ts'
import { type PortalRefusal, turnDown } from '../refusal.ts'

/** What a user may do, and where. */
export const reachFields = {
  role: oneOf('The role.', roleNames).required(),
  group: id('Only at the locations of this group.'),
  location: id('Only at this location.'),
  everyBrand: flag('In every brand instead of this one.').default(false),
}

interface AskedReach {
  readonly role: Grant['role']
  readonly group?: string
  readonly location?: string
  readonly everyBrand: boolean
}

export function readReach({ role, group, location, everyBrand }: AskedReach, brand: Brand): Grant | PortalRefusal {
  const isRestricted = group !== undefined || location !== undefined
  if (everyBrand) return isRestricted ? turnDown('invalid', 'Groups and locations are those of one brand.') : { role }
  if (location !== undefined && !brand.locations.has(location))
    return turnDown('invalid', `location: the brand has no location ${location}`)
  if (group !== undefined && !brand.document.groups.some((one) => one.id === group))
    return turnDown('invalid', `group: the brand has no group ${group}`)
  return defined({ brand: brand.id, role, group, location })
}
