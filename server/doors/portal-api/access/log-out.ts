import { endSessionOf } from '../../access/session/end-session.ts'
import { ownRoute } from '../route.ts'

export const logOut = ownRoute({
  name: 'logOut',
  summary: 'Ends the session.',
  beforeSecondFactor: true,
  request: {},
  response: {},
  run: async ({ room, token, setToken, clearSite }) => {
    if (token !== undefined) await endSessionOf(room.pool, token)
    setToken(undefined)
    clearSite()
    return {}
  },
})
