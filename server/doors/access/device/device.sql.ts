import { type Sql, toTimestamp } from '../../../ground/database/connection.ts'
import { defined } from '../../../ground/kernel/defined.ts'
import type { BrandId } from '../../../ground/kernel/ids.ts'
import type { Instant } from '../../../ground/kernel/time.ts'

/** A browser at a counter of a brand, on which cashiers log in by a PIN. */
export interface Device {
  readonly id: string
  readonly brand: BrandId
  readonly name: string
  /** Where it stands. */
  readonly location?: string
}

interface DeviceRow {
  readonly id: string
  readonly brand: string
  readonly name: string
  readonly location: string | null
}

const toDevice = ({ location, ...row }: DeviceRow): Device => defined({ ...row, location: location ?? undefined })

export async function findDevice(db: Sql, sha256: Buffer): Promise<Device | undefined> {
  const [row] = await db.rows<DeviceRow>`
    select device_id as id, in_brand as brand, name, at_location as location
    from till_device
    where token_sha256 = ${sha256}`
  return row && toDevice(row)
}

interface NewDevice extends Device {
  readonly sha256: Buffer
  readonly at: Instant
  /** Who registers it. */
  readonly by: string
}

export function insertDevice(db: Sql, { id, sha256, brand, name, location, at, by }: NewDevice): Promise<unknown> {
  return db.rows`
    insert into till_device (device_id, token_sha256, in_brand, name, at_location, made_at, made_by)
    values (${id}, ${sha256}, ${brand}, ${name}, ${location ?? null}, ${toTimestamp(at)}, ${by})`
}

/** With its PINs and the sessions that they began. Undefined if the brand has no such device. */
export async function deleteDevice(db: Sql, brand: BrandId, id: string): Promise<Device | undefined> {
  const [row] = await db.rows<DeviceRow>`
    delete from till_device
    where in_brand = ${brand} and device_id = ${id}
    returning device_id as id, in_brand as brand, name, at_location as location`
  if (row) await db.rows`delete from portal_session where device_id = ${id}`
  return row && toDevice(row)
}

export function updateDeviceUsed(db: Sql, id: string, at: Instant): Promise<unknown> {
  return db.rows`update till_device set used_at = ${toTimestamp(at)} where device_id = ${id}`
}

export interface ListedDevice extends Device {
  readonly madeAt: Instant
  readonly madeBy: string
  readonly usedAt?: Instant
}

type ListedRow = DeviceRow & { readonly made_at: Instant; readonly made_by: string; readonly used_at: Instant | null }

/** More than these a brand hardly has; a new one is refused then. */
export const devicesMax = 1000

export async function listDevices(db: Sql, brand: BrandId): Promise<ListedDevice[]> {
  const rows = await db.rows<ListedRow>`
    select device_id as id, in_brand as brand, name, at_location as location, made_at, made_by, used_at
    from till_device
    where in_brand = ${brand}
    order by name, device_id
    limit ${devicesMax}`
  return rows.map(({ made_at, made_by, used_at, ...row }) =>
    defined({ ...toDevice(row), madeAt: made_at, madeBy: made_by, usedAt: used_at ?? undefined }),
  )
}
