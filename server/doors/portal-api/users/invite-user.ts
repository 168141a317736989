import { text } from '../../../ground/contract/field.ts'
import { linkPath } from '../../access/link/make-link.ts'
import { inviteUser as invite } from '../../access/login/change-user.ts'
import { isLoginName } from '../../access/login/login-name.ts'
import { isTurnedDown, turnDown } from '../refusal.ts'
import { brandRoute } from '../route.ts'
import { reachFields, readReach } from './reach.ts'
import { inUserOffice } from './user-office.ts'

export const inviteUser = brandRoute({
  name: 'inviteUser',
  summary: 'Lets somebody use the portal for the brand.',
  permission: 'users.manage',
  isConfirmed: true,
  reach: 'brand',
  request: { name: text('What they will log in as, such as their e-mail address.').required(), ...reachFields },
  response: {
    link: text('Where they set their password, once, within a day; absent if they have one already.'),
  },
  run: async (visit) => {
    const { request, brand, origin } = visit
    if (!isLoginName(request.name))
      return turnDown('invalid', 'name: 1 to 100 characters, none of them invisible, no spaces around it')
    const grant = readReach(request, brand)
    if (isTurnedDown(grant)) return grant
    const invited = await inUserOffice(visit, (office) => invite(office, request.name, grant))
    if (isTurnedDown(invited)) return invited
    return invited.link === undefined ? {} : { link: (visit.services.publicUrl ?? origin) + linkPath(invited.link) }
  },
})
