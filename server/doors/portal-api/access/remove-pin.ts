import { findDeviceOf } from '../../access/device/change-device.ts'
import { removePin as remove } from '../../access/device/change-pin.ts'
import { turnDown } from '../refusal.ts'
import { ownRoute } from '../route.ts'
import { originOf } from './origin-of.ts'
import { notRegistered } from './set-pin.ts'

export const removePin = ownRoute({
  name: 'removePin',
  summary: 'Removes the PIN of whoever is logged in, on the registered device at which they are.',
  request: {},
  response: {},
  run: async (visit) => {
    const { services, visitor, deviceToken } = visit
    const device = await findDeviceOf(services.pool, deviceToken)
    if (!device) return notRegistered
    const isGone = await remove(services, visitor, device, originOf(visit))
    return isGone ? {} : turnDown('notFound', 'There is no PIN here.')
  },
})
