import { list } from '../../../ground/contract/field.ts'
import { listSessions } from '../../access/session/session.sql.ts'
import { oldestSession } from '../../access/session/session-limits.ts'
import { ownRoute } from '../route.ts'
import { sessionModel } from './session-model.ts'

export const mySessions = ownRoute({
  name: 'mySessions',
  summary: 'Where whoever is logged in is logged in.',
  request: {},
  response: { sessions: list('The sessions, the latest used first.', sessionModel).required() },
  run: async ({ services, visitor }) => {
    const sessions = await listSessions(services.pool, visitor.loginId, oldestSession(services.now()))
    return { sessions: sessions.map((one) => ({ ...one, isThis: one.sessionId === visitor.sessionId })) }
  },
})
