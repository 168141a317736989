import type { AuditOrigin } from '../../../domain/audit/entry.ts'
import { inTransaction } from '../../../ground/database/in-transaction.ts'
import { insertAuditEntries } from '../../../storage/store/audit/entry.sql.ts'
import type { AccessServices } from '../access-services.ts'
import type { Visitor } from '../visitor.ts'
import { type Device, updateDeviceUsed } from './device.sql.ts'
import { deletePin, putPin } from './pin.sql.ts'
import { findPinFault, grantsByPin } from './pin-rules.ts'

/** Sets the PIN of whoever is logged in, on the device at which they are. */
export async function setPin(
  services: AccessServices,
  { loginId, name, grants }: Visitor,
  { device, pin }: { readonly device: Device; readonly pin: string },
  origin: AuditOrigin,
): Promise<'set' | 'noCashier' | 'form' | 'guessable'> {
  if (grantsByPin(grants, device.brand).length === 0) return 'noCashier'
  const fault = findPinFault(pin)
  if (fault) return fault
  const pinHash = await services.passwords.hash(pin)
  const at = services.now()
  await inTransaction(services.pool, async (db) => {
    await putPin(db, { device: device.id, login: loginId, pinHash, digits: pin.length, at })
    await updateDeviceUsed(db, device.id, at)
    const after = { state: 'set', at: device.name }
    await insertAuditEntries(db, device.brand, [{ ...origin, action: 'user.pin', subject: name, after }])
  })
  return 'set'
}

/** Removes the PIN of whoever is logged in, on the device at which they are. Whether there was one. */
export function removePin(
  services: AccessServices,
  { loginId, name }: Visitor,
  device: Device,
  origin: AuditOrigin,
): Promise<boolean> {
  return inTransaction(services.pool, async (db) => {
    if (!(await deletePin(db, device.id, loginId))) return false
    const after = { state: 'removed', at: device.name }
    await insertAuditEntries(db, device.brand, [{ ...origin, action: 'user.pin', subject: name, after }])
    return true
  })
}
