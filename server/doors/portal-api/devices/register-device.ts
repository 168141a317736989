import { id, text } from '../../../ground/contract/field.ts'
import { defined } from '../../../ground/kernel/defined.ts'
import { registerDevice as register } from '../../access/device/change-device.ts'
import { originOf } from '../access/origin-of.ts'
import { turnDown } from '../refusal.ts'
import { brandRoute } from '../route.ts'

export const registerDevice = brandRoute({
  name: 'registerDevice',
  summary: 'Registers the browser that asks as a device at the counter, on which cashiers log in by a PIN.',
  permission: 'users.manage',
  isConfirmed: true,
  reach: 'brand',
  request: {
    name: text('What the device is called.').max(100).required(),
    locationId: id('Where it stands.'),
  },
  response: {},
  run: async (visit) => {
    const { services, brand, request, deviceToken, setDeviceToken } = visit
    const name = request.name.trim()
    const { locationId: location } = request
    if (name === '') return turnDown('invalid', 'name: is missing')
    if (location !== undefined && !brand.locations.has(location))
      return turnDown('invalid', `locationId: the brand has no location ${location}`)
    const registration = defined({ brand: brand.id, name, location, before: deviceToken })
    const token = await register(services, registration, originOf(visit))
    if (token === undefined) return turnDown('conflict', 'The brand has 1,000 devices. Revoke some of them first.')
    setDeviceToken(token)
    return {}
  },
})
