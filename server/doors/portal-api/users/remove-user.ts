import { id } from '../../../ground/contract/field.ts'
import { removeUser as remove } from '../../access/login/change-user.ts'
import { brandRoute } from '../route.ts'
import { inUserOffice } from './user-office.ts'

export const removeUser = brandRoute({
  name: 'removeUser',
  summary: "Takes a user's role in the brand away; whoever has none left is removed.",
  permission: 'users.manage',
  isConfirmed: true,
  reach: 'brand',
  request: { userId: id('The user.').required() },
  response: {},
  run: async (visit) => (await inUserOffice(visit, (office) => remove(office, visit.request.userId))) ?? {},
})
