import { flag, id, text } from '../../../ground/contract/field.ts'
import { linkPath } from '../../access/link/make-link.ts'
import { resetUser as reset } from '../../access/login/change-user.ts'
import { isTurnedDown } from '../refusal.ts'
import { brandRoute } from '../route.ts'
import { inUserOffice } from './user-office.ts'

export const resetUser = brandRoute({
  name: 'resetUser',
  summary: 'Makes a link by which a user sets another password. Their sessions end.',
  permission: 'users.manage',
  isConfirmed: true,
  reach: 'brand',
  request: {
    userId: id('The user.').required(),
    removeFactors: flag('Also removes their second factors, for somebody who has lost them.').default(false),
  },
  response: { link: text('Where they set a password, once, within a day.').required() },
  run: async (visit) => {
    const { userId, removeFactors } = visit.request
    const made = await inUserOffice(visit, (office) => reset(office, userId, removeFactors))
    return isTurnedDown(made) ? made : { link: (visit.services.publicUrl ?? visit.origin) + linkPath(made.link) }
  },
})
