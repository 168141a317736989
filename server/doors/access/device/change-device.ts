import type { AuditOrigin } from '../../../domain/audit/entry.ts'
import type { Sql } from '../../../ground/database/connection.ts'
import { inTransaction } from '../../../ground/database/in-transaction.ts'
import { defined } from '../../../ground/kernel/defined.ts'
import { type BrandId, isUuid, uuidV7 } from '../../../ground/kernel/ids.ts'
import { newToken, tokenSha256 } from '../../../ground/kernel/random-token.ts'
import { insertAuditEntries } from '../../../storage/store/audit/entry.sql.ts'
import type { AccessServices } from '../access-services.ts'
import { type Device, deleteDevice, devicesMax, findDevice, insertDevice, listDevices } from './device.sql.ts'

interface Registration {
  readonly brand: BrandId
  readonly name: string
  readonly location?: string
  /** The token that the browser came with: a browser is one device, and the one that it was until now ends. */
  readonly before?: string
}

/** The token that the browser keeps from now on. Undefined: the brand has too many devices. */
export function registerDevice(
  { pool, now, random }: AccessServices,
  { brand, name, location, before }: Registration,
  origin: AuditOrigin,
): Promise<string | undefined> {
  return inTransaction(pool, async (db) => {
    const earlier = before === undefined ? undefined : await findDevice(db, tokenSha256(before))
    if (earlier) await endDevice(db, earlier.brand, earlier.id, origin)
    if ((await listDevices(db, brand)).length >= devicesMax) return undefined
    const { token, sha256 } = newToken(random)
    const at = now()
    const device = defined({ id: uuidV7(at, random(10)), brand, name, location })
    await insertDevice(db, { ...device, sha256, at, by: origin.actor.name })
    const after = defined({ location })
    await insertAuditEntries(db, brand, [{ ...origin, action: 'device.registered', subject: name, after }])
    return token
  })
}

/** Its PINs and their sessions end at once. Whether there was such a device. */
export async function revokeDevice(
  { pool }: AccessServices,
  brand: BrandId,
  id: string,
  origin: AuditOrigin,
): Promise<boolean> {
  if (!isUuid(id)) return false
  return (await inTransaction(pool, (db) => endDevice(db, brand, id, origin))) !== undefined
}

async function endDevice(db: Sql, brand: BrandId, id: string, origin: AuditOrigin): Promise<Device | undefined> {
  const device = await deleteDevice(db, brand, id)
  if (device) {
    const before = defined({ location: device.location })
    await insertAuditEntries(db, brand, [{ ...origin, action: 'device.revoked', subject: device.name, before }])
  }
  return device
}

/** The device whose token the browser has. */
export const findDeviceOf = (db: Sql, token: string | undefined): Promise<Device | undefined> =>
  token === undefined ? Promise.resolve(undefined) : findDevice(db, tokenSha256(token))
