import { roleNames } from '../../../domain/judge/permissions.ts'
import { dateTime, flag, id, list, model, oneOf, text } from '../../../ground/contract/field.ts'
import { defined } from '../../../ground/kernel/defined.ts'
import { mayGovern } from '../../access/login/governing.ts'
import { listUsers as listStored, type User } from '../../access/login/user.sql.ts'
import type { Visitor } from '../../access/visitor.ts'
import { brandRoute } from '../route.ts'

const userModel = model('portalUser', 'Somebody who may use the portal for the brand.', {
  userId: id('The user.').required(),
  name: text('What they log in as.').required(),
  displayName: text('What they are called.').required(),
  role: oneOf('Their role in the brand.', roleNames).required(),
  group: id('Only at the locations of this group.'),
  location: id('Only at this location.'),
  everyBrand: flag('Whether they have the role in every brand.').required(),
  state: oneOf('Whether they can log in.', ['active', 'invited', 'disabled']).required(),
  hasSecondFactor: flag('Whether they have set up a second factor.').required(),
  isGoverned: flag('Whether the visitor decides over their password and sessions.').required(),
  loggedInAt: dateTime('When they last logged in.'),
})

export const listUsers = brandRoute({
  name: 'listUsers',
  summary: 'Who may use the portal for the brand.',
  permission: 'users.manage',
  isConfirmed: false,
  reach: 'brand',
  request: {},
  response: { users: list('The users, by name.', userModel).max(2000).required() },
  run: async ({ services, visitor, brand }) => {
    const users = await listStored(services.pool, brand.id)
    return { users: users.flatMap((user) => shown(user, brand.id, visitor)) }
  },
})

function shown(user: User, brandId: string, visitor: Visitor) {
  const { id: userId, name, displayName = name, grants, hasSecondFactor, loggedInAt } = user
  const grant = grants.find(({ brand }) => brand === brandId) ?? grants.find(({ brand }) => brand === undefined)
  if (!grant) return []
  const { brand, ...reach } = grant
  const canEnter = user.passwordHash !== undefined || user.isLinked
  const state = user.isDisabled ? ('disabled' as const) : canEnter ? ('active' as const) : ('invited' as const)
  const isGoverned = mayGovern(visitor.grants, grants)
  const flags = { everyBrand: brand === undefined, hasSecondFactor, isGoverned }
  return [defined({ userId, name, displayName, ...reach, ...flags, state, loggedInAt })]
}
