import { text } from '../../../ground/contract/field.ts'
import { updateProfile } from '../../access/login/login.sql.ts'
import { ownRoute } from '../route.ts'

export const changeProfile = ownRoute({
  name: 'changeProfile',
  summary: 'Changes what they are called, and in which language the portal speaks to them.',
  request: {
    displayName: text('What they are called.').max(100),
    language: text('A language, such as en or de.').max(20),
  },
  response: {},
  run: async ({ services, visitor, request }) => {
    await updateProfile(services.pool, visitor.loginId, request)
    return {}
  },
})
