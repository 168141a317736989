import { id } from '../../../ground/contract/field.ts'
import { isUuid } from '../../../ground/kernel/ids.ts'
import { deleteSessionById } from '../../access/session/session.sql.ts'
import { turnDown } from '../refusal.ts'
import { ownRoute } from '../route.ts'

export const endSession = ownRoute({
  name: 'endSession',
  summary: 'Ends one of their own sessions.',
  request: { sessionId: id('The session.').required() },
  response: {},
  run: async ({ services, visitor, request: { sessionId } }) => {
    const ended = isUuid(sessionId) ? await deleteSessionById(services.pool, visitor.loginId, sessionId) : 0
    return ended > 0 ? {} : turnDown('notFound', 'There is no such session.')
  },
})
