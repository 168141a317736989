import { id } from '../../../ground/contract/field.ts'
import { revokeDevice as revoke } from '../../access/device/change-device.ts'
import { originOf } from '../access/origin-of.ts'
import { turnDown } from '../refusal.ts'
import { brandRoute } from '../route.ts'

export const revokeDevice = brandRoute({
  name: 'revokeDevice',
  summary: 'A device at the counter is one no longer: its PINs and their sessions end at once.',
  permission: 'users.manage',
  isConfirmed: true,
  reach: 'brand',
  request: { deviceId: id('The device.').required() },
  response: {},
  run: async (visit) => {
    const { services, brand, request } = visit
    const isRevoked = await revoke(services, brand.id, request.deviceId, originOf(visit))
    return isRevoked ? {} : turnDown('notFound', 'There is no such device.')
  },
})
