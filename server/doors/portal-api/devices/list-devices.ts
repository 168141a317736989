import { dateTime, flag, id, list, model, text } from '../../../ground/contract/field.ts'
import { defined } from '../../../ground/kernel/defined.ts'
import { findDeviceOf } from '../../access/device/change-device.ts'
import { devicesMax, listDevices as listStored } from '../../access/device/device.sql.ts'
import { listPinOwners } from '../../access/device/pin.sql.ts'
import { grantsByPin } from '../../access/device/pin-rules.ts'
import { brandRoute } from '../route.ts'

const tillDevice = model('tillDevice', 'A device at the counter.', {
  deviceId: id('The device.').required(),
  name: text('What it is called.').required(),
  locationId: id('Where it stands.'),
  registeredAt: dateTime('When it was registered.').required(),
  registeredBy: text('Who registered it.').required(),
  usedAt: dateTime('When somebody last logged in there by a PIN, or set one.'),
  cashiers: list('Who has a PIN there.', text('What they are called.')).max(10_000).required(),
  isThis: flag('Whether it is the browser that asks.').required(),
})

export const listDevices = brandRoute({
  name: 'listDevices',
  summary: 'The devices at the counter on which cashiers log in by a PIN.',
  permission: 'users.manage',
  isConfirmed: false,
  reach: 'brand',
  request: {},
  response: { devices: list('The devices, by name.', tillDevice).max(devicesMax).required() },
  run: async ({ services, brand, deviceToken }) => {
    const own = await findDeviceOf(services.pool, deviceToken)
    const owners = await listPinOwners(services.pool, brand.id, services.now())
    const cashiers = Map.groupBy(
      owners.filter(({ grants }) => grantsByPin(grants, brand.id).length > 0),
      ({ device }) => device,
    )
    const devices = await listStored(services.pool, brand.id)
    return {
      devices: devices.map(({ id: deviceId, name, location, madeAt, madeBy, usedAt }) =>
        defined({
          deviceId,
          name,
          locationId: location,
          registeredAt: madeAt,
          registeredBy: madeBy,
          usedAt,
          cashiers: (cashiers.get(deviceId) ?? []).map((one) => one.name).toSorted(),
          isThis: deviceId === own?.id,
        }),
      ),
    }
  },
})
