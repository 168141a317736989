import { id, integer, text } from '../../../ground/contract/field.ts'
import { findDeviceOf } from '../../access/device/change-device.ts'
import { logInByPin as logInBy } from '../../access/device/log-in-by-pin.ts'
import { openRoute } from '../route.ts'
import { arrivalOf } from './arrival.ts'
import { slowDown } from './logged-in.ts'
import { notRegistered } from './set-pin.ts'

export const logInByPin = openRoute({
  name: 'logInByPin',
  summary: 'Begins a short session of a cashier on a registered device, by their PIN there.',
  request: {
    userId: id('The cashier, as beforeLogIn names them.').required(),
    pin: text('Their PIN.').max(8).required(),
  },
  response: { left: integer('The PIN was wrong, and may be tried so often again; 0: only the password lets them in.') },
  run: async (visit) => {
    const { services, request, deviceToken, setToken, setDeviceToken } = visit
    const device = await findDeviceOf(services.pool, deviceToken)
    if (!device || deviceToken === undefined) return notRegistered
    const end = await logInBy(services, device, request, arrivalOf(visit))
    switch (end.kind) {
      case 'in':
        setToken(end.token)
        setDeviceToken(deviceToken)
        return {}
      case 'wrong':
        return { left: end.left }
      case 'passwordNeeded':
        return { left: 0 }
      case 'slowDown':
        return slowDown(end.seconds)
    }
  },
})
