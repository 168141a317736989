import { flag, id } from '../../../ground/contract/field.ts'
import { changeGrant, disableUser } from '../../access/login/change-user.ts'
import { isTurnedDown } from '../refusal.ts'
import { brandRoute } from '../route.ts'
import { reachFields, readReach } from './reach.ts'
import { inUserOffice } from './user-office.ts'

export const changeUser = brandRoute({
  name: 'changeUser',
  summary: 'Changes what a user may do and where, or keeps them out. Their sessions end.',
  permission: 'users.manage',
  isConfirmed: true,
  reach: 'brand',
  request: {
    userId: id('The user.').required(),
    ...reachFields,
    isDisabled: flag('Whether they are kept out; absent: as before.'),
  },
  response: {},
  run: async (visit) => {
    const { request, brand } = visit
    const grant = readReach(request, brand)
    if (isTurnedDown(grant)) return grant
    const { userId, isDisabled } = request
    const changed = await inUserOffice(visit, async (office) => {
      const fault = await changeGrant(office, userId, grant)
      return fault ?? (isDisabled === undefined ? undefined : disableUser(office, userId, isDisabled))
    })
    return changed ?? {}
  },
})
