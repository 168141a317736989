import { id } from '../../../ground/contract/field.ts'
import { endUserSessions as end } from '../../access/login/change-user.ts'
import { brandRoute } from '../route.ts'
import { inUserOffice } from './user-office.ts'

export const endUserSessions = brandRoute({
  name: 'endUserSessions',
  summary: 'Ends all sessions of a user.',
  permission: 'users.manage',
  isConfirmed: true,
  reach: 'brand',
  request: { userId: id('The user.').required() },
  response: {},
  run: async (visit) => (await inUserOffice(visit, (office) => end(office, visit.request.userId))) ?? {},
})
