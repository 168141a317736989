import { text } from '../../../ground/contract/field.ts'
import { findDeviceOf } from '../../access/device/change-device.ts'
import { setPin as set } from '../../access/device/change-pin.ts'
import { turnDown } from '../refusal.ts'
import { ownRoute } from '../route.ts'
import { originOf } from './origin-of.ts'

export const notRegistered = turnDown('notFound', 'This device is not registered, or no longer.')

export const setPin = ownRoute({
  name: 'setPin',
  summary: 'Sets the PIN by which a cashier logs in on the registered device at which they are.',
  isConfirmed: true,
  request: { pin: text('4 to 8 digits, not all alike and not in a row.').max(8).required() },
  response: {},
  run: async (visit) => {
    const { services, visitor, request, deviceToken } = visit
    const device = await findDeviceOf(services.pool, deviceToken)
    if (!device) return notRegistered
    const done = await set(services, visitor, { device, pin: request.pin }, originOf(visit))
    return done === 'set' ? {} : refusals[done]
  },
})

const refusals = {
  noCashier: turnDown('forbidden', 'Only cashiers of the brand log in by a PIN.'),
  form: turnDown('invalid', 'pin: a PIN has 4 to 8 digits'),
  guessable: turnDown('invalid', 'pin: this PIN is among the first that others would try'),
}
