import { id, list } from '../../../ground/contract/field.ts'
import { loadGoverned } from '../../access/login/change-user.ts'
import { listSessions } from '../../access/session/session.sql.ts'
import { oldestSession } from '../../access/session/session-limits.ts'
import { sessionModel } from '../access/session-model.ts'
import { isTurnedDown } from '../refusal.ts'
import { brandRoute } from '../route.ts'
import { inUserOffice } from './user-office.ts'

export const userSessions = brandRoute({
  name: 'userSessions',
  summary: 'Where a user is logged in.',
  permission: 'users.manage',
  isConfirmed: false,
  reach: 'brand',
  request: { userId: id('The user.').required() },
  response: { sessions: list('The sessions, the latest used first.', sessionModel).required() },
  run: async (visit) => {
    const { services, visitor, request } = visit
    const user = await inUserOffice(visit, (office) => loadGoverned(office, request.userId))
    if (isTurnedDown(user)) return user
    const sessions = await listSessions(services.pool, user.login.id, oldestSession(services.now()))
    return { sessions: sessions.map((one) => ({ ...one, isThis: one.sessionId === visitor.sessionId })) }
  },
})
