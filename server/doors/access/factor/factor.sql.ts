import { type Sql, toTimestamp } from '../../../ground/database/connection.ts'
import type { Instant } from '../../../ground/kernel/time.ts'
import type { FactorKind } from './factors.ts'

/** The kinds of factors that a login can show now. */
export async function listFactorKinds(db: Sql, login: string): Promise<FactorKind[]> {
  const rows = await db.rows<{ kind: FactorKind }>`
    select distinct kind
    from login_factor
    where login_id = ${login} and confirmed_at is not null and (kind <> 'recoveryCode' or used_at is null)
    order by kind`
  return rows.map(({ kind }) => kind)
}

export interface ListedFactor {
  readonly factorId: string
  readonly kind: FactorKind
  readonly label: string
  readonly madeAt: Instant
  readonly usedAt: Instant | null
}

/** What a login has set up; of recovery codes those that are left. */
export function listFactors(db: Sql, login: string): Promise<ListedFactor[]> {
  return db.rows<ListedFactor>`
    select factor_id as "factorId", kind, label, made_at as "madeAt", used_at as "usedAt"
    from login_factor
    where login_id = ${login} and confirmed_at is not null and (kind <> 'recoveryCode' or used_at is null)
    order by made_at, factor_id`
}

/** Undefined: there was none with this id. */
export async function deleteFactor(db: Sql, login: string, id: string): Promise<FactorKind | undefined> {
  const [row] = await db.rows<{ kind: FactorKind }>`
    delete from login_factor where login_id = ${login} and factor_id = ${id} and kind <> 'recoveryCode' returning kind`
  return row?.kind
}

export function deleteFactorsOf(db: Sql, login: string): Promise<number> {
  return db.affected`delete from login_factor where login_id = ${login}`
}

interface TotpRow {
  readonly id: string
  readonly sealed: Buffer
}

export interface NewFactor {
  readonly id: string
  readonly login: string
  readonly at: Instant
}

/** Takes the place of one that was begun and not finished. */
export async function insertTotp(db: Sql, { id, login, at }: NewFactor, sealed: Buffer): Promise<void> {
  // Of two that are begun at once, one waits for the other and takes its place.
  await db.rows`update login set is_disabled = is_disabled where login_id = ${login}`
  await db.rows`delete from login_factor where login_id = ${login} and kind = 'totp' and confirmed_at is null`
  await db.rows`
    insert into login_factor (factor_id, login_id, kind, label, sealed_secret, made_at)
    values (${id}, ${login}, 'totp', '', ${sealed}, ${toTimestamp(at)})`
}

/** The one in use, or the one that is being set up. */
export async function findTotp(db: Sql, login: string, isConfirmed: boolean): Promise<TotpRow | undefined> {
  const [row] = await db.rows<TotpRow>`
    select factor_id as id, sealed_secret as sealed
    from login_factor
    where login_id = ${login} and kind = 'totp' and (confirmed_at is not null) = ${isConfirmed}`
  return row
}

/** Puts a code generator into use, in place of the one of before. */
export async function confirmTotp(db: Sql, login: string, id: string, used: StepUse): Promise<void> {
  await db.rows`delete from login_factor where login_id = ${login} and kind = 'totp' and factor_id <> ${id}`
  await db.rows`
    update login_factor
    set confirmed_at = ${toTimestamp(used.at)}, used_at = ${toTimestamp(used.at)}, last_step = ${used.step}
    where login_id = ${login} and factor_id = ${id}`
}

export interface StepUse {
  readonly step: number
  readonly at: Instant
}

/** Whether the code of this step, or of a later one, had not been used before. */
export async function updateStep(db: Sql, login: string, id: string, { step, at }: StepUse): Promise<boolean> {
  const changed = await db.affected`
    update login_factor
    set last_step = ${step}, used_at = ${toTimestamp(at)}
    where login_id = ${login} and factor_id = ${id} and (last_step is null or last_step < ${step})`
  return changed > 0
}

/** Recovery codes take the place of all before. */
export async function replaceRecoveryCodes(
  db: Sql,
  login: string,
  codes: readonly { readonly id: string; readonly sha256: Buffer }[],
  at: Instant,
): Promise<void> {
  await db.rows`delete from login_factor where login_id = ${login} and kind = 'recoveryCode'`
  for (const { id, sha256 } of codes)
    await db.rows`
      insert into login_factor (factor_id, login_id, kind, label, code_sha256, confirmed_at, made_at)
      values (${id}, ${login}, 'recoveryCode', '', ${sha256}, ${toTimestamp(at)}, ${toTimestamp(at)})`
}

/** Whether there was such a code, and nobody had used it. */
export async function useRecoveryCode(db: Sql, login: string, sha256: Buffer, at: Instant): Promise<boolean> {
  const changed = await db.affected`
    update login_factor
    set used_at = ${toTimestamp(at)}
    where login_id = ${login} and kind = 'recoveryCode' and code_sha256 = ${sha256} and used_at is null`
  return changed > 0
}

export interface SealedFactor {
  readonly id: string
  readonly login: string
  readonly sealed: Buffer
}

/** Secrets that were sealed with another key than this one. No key has the number 0, so that 0 finds all of them. */
export function listSealedFactors(db: Sql, keyId: number, limit: number): Promise<SealedFactor[]> {
  return db.rows<SealedFactor>`
    select factor_id as id, login_id as login, sealed_secret as sealed
    from login_factor
    where sealed_secret is not null and get_byte(sealed_secret, 0) <> ${keyId}
    order by factor_id
    limit ${limit}`
}

/** Unless it was replaced meanwhile. */
export function updateSealed(db: Sql, { id, sealed }: SealedFactor, again: Buffer): Promise<number> {
  return db.affected`
    update login_factor set sealed_secret = ${again} where factor_id = ${id} and sealed_secret = ${sealed}`
}
