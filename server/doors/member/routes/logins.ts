import { flag, integer, list, model, text } from '../../../ground/contract/field.ts'
import { deletePasskeysBy } from '../../../storage/store/member/passkey.sql.ts'
import { deleteMemberSession, deleteSessionsBy, listMemberSessions } from '../../../storage/store/member/session.sql.ts'
import { addressHash } from '../enter/one-time-code.ts'
import { ownRoute } from '../route.ts'

const login = model('MemberLogin', 'A browser or app in which the member is logged in.', {
  browser: text('What it says of itself.').required(),
  beganAt: integer('Since when, in milliseconds since 1970.').required(),
  seenAt: integer('When it was last used.').required(),
  isThis: flag('Whether it is the one that asks.').required(),
})

export const logins = ownRoute({
  name: 'logins',
  changes: false,
  summary: 'Where the member is logged in.',
  request: {},
  response: { logins: list('The browsers and apps.', login).required() },
  run: async (visit) => {
    const { services, brand, member } = visit
    if (!member.contact) return { logins: [] }
    const address = addressHash(services.pins, brand, member.contact)
    const rows = await listMemberSessions(services.pool, brand.id, address, services.now())
    return {
      logins: rows.map(({ session_id, browser, began_at, seen_at }) => ({
        browser,
        beganAt: began_at,
        seenAt: seen_at,
        isThis: session_id === member.sessionId,
      })),
    }
  },
})

export const endOtherLogins = ownRoute({
  name: 'endOtherLogins',
  changes: true,
  summary: 'Log out everywhere else. Passkeys are removed, but the one by which this session began.',
  request: {},
  response: {},
  run: async ({ services, brand, member }) => {
    if (!member.contact) return {}
    const address = addressHash(services.pins, brand, member.contact)
    await deletePasskeysBy(services.pool, brand.id, address, member.sessionId)
    await deleteSessionsBy(services.pool, brand.id, address, member.sessionId)
    return {}
  },
})

export const leave = ownRoute({
  name: 'leave',
  changes: false,
  summary: 'Log out: the token is over at once.',
  request: {},
  response: {},
  run: async ({ services, brand, member }) => {
    await deleteMemberSession(services.pool, brand.id, member.sha256)
    return {}
  },
})
