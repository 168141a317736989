import { findDeviceOf } from '../../access/device/change-device.ts'
import { endSessionOf } from '../../access/session/end-session.ts'
import { ownRoute } from '../route.ts'

export const logOut = ownRoute({
  name: 'logOut',
  summary: 'Ends the session.',
  isByPin: true,
  beforeSecondFactor: true,
  request: {},
  response: {},
  run: async ({ services, token, deviceToken, setToken, clearSite }) => {
    if (token !== undefined) await endSessionOf(services.pool, token)
    setToken(undefined)
    // On a device at the counter the next cashier goes on, and whoever sent what is still in doubt finds out about it later.
    if (!(await findDeviceOf(services.pool, deviceToken))) clearSite()
    return {}
  },
})
