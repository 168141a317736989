import { type Sql, toTimestamp } from '../../../ground/database/connection.ts'
import type { BrandId } from '../../../ground/kernel/ids.ts'
import type { Instant } from '../../../ground/kernel/time.ts'

export interface Registration {
  readonly passId: string
  readonly device: string
  readonly pushToken: string
  readonly now: Instant
}

/** A person has a phone, a watch, a tablet, and the ones before. Nobody has more. */
const devicesMax = 20

/** Answers whether the device is new to the pass. */
export async function insertRegistration(db: Sql, brand: BrandId, one: Registration): Promise<boolean> {
  const { passId, device, pushToken, now } = one
  const [row] = await db.rows<{ is_new: boolean }>`
    insert into wallet_registration (brand_id, device_id, pass_id, push_token, registered_at)
    values (${brand}, ${device}, ${passId}::uuid, ${pushToken}, ${toTimestamp(now)}::timestamptz)
    on conflict (brand_id, device_id, pass_id) do update set push_token = excluded.push_token
    returning registered_at = ${toTimestamp(now)}::timestamptz as is_new`
  await db.rows`update wallet_pass set removed_at = null where brand_id = ${brand} and pass_id = ${passId}::uuid`
  if (row?.is_new) await dropOldest(db, brand, passId)
  return row?.is_new ?? false
}

/** Beyond what anybody needs, the device that registered first is forgotten. */
async function dropOldest(db: Sql, brand: BrandId, passId: string): Promise<void> {
  await db.rows`
    delete from wallet_registration
    where brand_id = ${brand} and pass_id = ${passId}::uuid and device_id in (
      select device_id
      from wallet_registration
      where brand_id = ${brand} and pass_id = ${passId}::uuid
      order by registered_at desc, device_id
      offset ${devicesMax})`
}

/** Answers whether it was registered. A pass that was on no other device counts as removed. */
export async function deleteRegistration(
  db: Sql,
  brand: BrandId,
  { passId, device, now }: Omit<Registration, 'pushToken'>,
): Promise<boolean> {
  const count = await db.affected`
    delete from wallet_registration
    where brand_id = ${brand} and device_id = ${device} and pass_id = ${passId}::uuid`
  if (count > 0)
    await db.rows`
      update wallet_pass
      set removed_at = ${toTimestamp(now)}::timestamptz
      where brand_id = ${brand} and pass_id = ${passId}::uuid and not exists (
        select from wallet_registration where brand_id = ${brand} and pass_id = ${passId}::uuid)`
  return count > 0
}

export async function listRegistrations(
  db: Sql,
  brand: BrandId,
  passId: string,
): Promise<readonly Pick<Registration, 'device' | 'pushToken'>[]> {
  return db.rows<Pick<Registration, 'device' | 'pushToken'>>`
    select device_id as device, push_token as "pushToken"
    from wallet_registration
    where brand_id = ${brand} and pass_id = ${passId}::uuid
    order by registered_at, device_id`
}

export async function deleteRegistrations(db: Sql, brand: BrandId, passId: string): Promise<void> {
  await db.rows`delete from wallet_registration where brand_id = ${brand} and pass_id = ${passId}::uuid`
}

interface ChangedPass {
  readonly id: string
  readonly changedAt: Instant
}

/** The passes of a device; with `since` only those that have changed from then on. */
export function listPassesOfDevice(
  db: Sql,
  brand: BrandId,
  device: string,
  since: Instant | undefined,
): Promise<ChangedPass[]> {
  return db.rows<ChangedPass>`
    select wallet_pass.pass_id as id, changed_at as "changedAt"
    from wallet_registration
    join wallet_pass on wallet_pass.brand_id = ${brand} and wallet_pass.pass_id = wallet_registration.pass_id
    where wallet_registration.brand_id = ${brand} and device_id = ${device}
      and (${toTimestamp(since)}::timestamptz is null or changed_at >= ${toTimestamp(since)}::timestamptz)
    order by changed_at, wallet_pass.pass_id
    limit 200`
}
