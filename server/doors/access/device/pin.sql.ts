import { type Sql, toTimestamp } from '../../../ground/database/connection.ts'
import { isUuid } from '../../../ground/kernel/ids.ts'
import { day, type Instant } from '../../../ground/kernel/time.ts'
import { type GrantRow, toGrants } from '../login/login.sql.ts'
import type { Grant } from '../visitor.ts'
import { wrongPinsADay, wrongPinsMax } from './pin-rules.ts'

interface NewPin {
  readonly device: string
  readonly login: string
  readonly pinHash: string
  readonly digits: number
  readonly at: Instant
}

/** Sets a PIN, or another one than before: wrong ones are counted anew. */
export function putPin(db: Sql, { device, login, pinHash, digits, at }: NewPin): Promise<unknown> {
  return db.rows`
    insert into login_pin (device_id, login_id, pin_hash, digits, made_at, day_ends_at)
    values (${device}, ${login}, ${pinHash}, ${digits}, ${toTimestamp(at)}, ${toTimestamp(at)})
    on conflict (device_id, login_id) do update
    set pin_hash = excluded.pin_hash, digits = excluded.digits, failures = 0, day_failures = 0, made_at = excluded.made_at`
}

interface PinTry {
  readonly pinHash: string
  /** How many more may be wrong, if this one is. */
  readonly left: number
}

/** Counts an attempt before it is looked at. Undefined: there is no PIN, or no attempt is left. */
export async function takePinTry(db: Sql, device: string, login: string, at: Instant): Promise<PinTry | undefined> {
  if (!isUuid(login)) return undefined
  const now = toTimestamp(at)
  const [row] = await db.rows<PinTry>`
    update login_pin
    set failures = failures + 1, day_failures = case when day_ends_at <= ${now} then 1 else day_failures + 1 end,
      day_ends_at = case when day_ends_at <= ${now} then ${toTimestamp(at + day)} else day_ends_at end
    where device_id = ${device} and login_id = ${login} and failures < ${wrongPinsMax}
      and (day_failures < ${wrongPinsADay} or day_ends_at <= ${now})
    returning pin_hash as "pinHash", least(${wrongPinsMax} - failures, ${wrongPinsADay} - day_failures) as left`
  return row
}

/** The attempt was not looked at. */
export function giveBackPinTry(db: Sql, device: string, login: string): Promise<unknown> {
  return db.rows`
    update login_pin
    set failures = greatest(failures - 1, 0), day_failures = greatest(day_failures - 1, 0)
    where device_id = ${device} and login_id = ${login}`
}

/** Whether it is still the PIN that was right; then wrong ones in a row are counted anew. */
export async function updatePinUsed(db: Sql, device: string, login: string, used: { pinHash: string; at: Instant }) {
  const found = await db.affected`
    update login_pin
    set failures = 0, day_failures = greatest(day_failures - 1, 0), used_at = ${toTimestamp(used.at)}
    where device_id = ${device} and login_id = ${login} and pin_hash = ${used.pinHash}`
  return found > 0
}

/** Whether the login has a PIN on the device that still works. */
export async function hasPin(db: Sql, device: string, login: string, at: Instant): Promise<boolean> {
  const rows = await db.rows`
    select from login_pin
    where device_id = ${device} and login_id = ${login} and failures < ${wrongPinsMax}
      and (day_failures < ${wrongPinsADay} or day_ends_at <= ${toTimestamp(at)})`
  return rows.length > 0
}

/** Also ends the session on that device. */
export async function deletePin(db: Sql, device: string, login: string): Promise<boolean> {
  const gone = await db.affected`delete from login_pin where device_id = ${device} and login_id = ${login}`
  await db.rows`delete from portal_session where device_id = ${device} and login_id = ${login}`
  return gone > 0
}

/** On every device of a brand, or of all. */
export async function deletePinsOf(db: Sql, login: string, brand?: string): Promise<void> {
  await db.rows`
    delete from portal_session
    where login_id = ${login} and device_id in (select device_id from till_device
      where ${brand ?? null}::text is null or in_brand = ${brand ?? null}::text)`
  await db.rows`
    delete from login_pin
    where login_id = ${login} and device_id in (select device_id from till_device
      where ${brand ?? null}::text is null or in_brand = ${brand ?? null}::text)`
}

export interface PinOwner {
  readonly device: string
  readonly id: string
  readonly name: string
  readonly grants: readonly Grant[]
  readonly digits: number
  /** There were too many wrong ones, in a row or in a day. */
  readonly isLocked: boolean
  /** Of all on the device, whoever logged in by it last. */
  readonly isLast: boolean
}

type PinOwnerRow = Omit<PinOwner, 'grants'> & { readonly grants: readonly GrantRow[] | null }

/** More than these do not fit a screen on which one of them is chosen. */
const ownersMax = 200

/** Who has a PIN on a device, or on any of a brand, by name. */
export async function listPinOwners(db: Sql, brand: string, at: Instant, device?: string): Promise<PinOwner[]> {
  const rows = await db.rows<PinOwnerRow>`
    select login_pin.device_id as device, login.login_id as id, coalesce(display_name, login.name) as name, digits,
      failures >= ${wrongPinsMax} or (day_failures >= ${wrongPinsADay} and day_ends_at > ${toTimestamp(at)}) as "isLocked",
      login_pin.used_at is not null and login_pin.used_at = max(login_pin.used_at) over (partition by login_pin.device_id) as "isLast",
      (select json_agg(json_build_object('brand', in_brand, 'role', role, 'group', in_group, 'location', at_location))
        from login_grant
        where login_grant.login_id = login.login_id) as grants
    from login_pin
    join till_device on till_device.device_id = login_pin.device_id
    join login on login.login_id = login_pin.login_id
    where till_device.in_brand = ${brand} and (${device ?? null}::uuid is null or login_pin.device_id = ${device ?? null}::uuid)
      and not is_disabled
    order by name_key
    limit ${device === undefined ? 10_000 : ownersMax}`
  return rows.map(({ grants, ...row }) => ({ ...row, grants: toGrants(grants ?? []) }))
}
