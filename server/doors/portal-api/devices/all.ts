import { listDevices } from './list-devices.ts'
import { registerDevice } from './register-device.ts'
import { revokeDevice } from './revoke-device.ts'

/** Devices at the counter, on which cashiers log in by a PIN. */
export const deviceRoutes = [listDevices, registerDevice, revokeDevice] as const
