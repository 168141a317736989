import type { ValueTypeNumber } from '../../domain/brand/brand.ts'
import type { Sql } from '../../ground/database/connection.ts'
import { setTimeouts } from '../../ground/database/timeouts.sql.ts'
import type { BrandId } from '../../ground/kernel/ids.ts'
import type { SealedDocument } from './document-secrets.ts'

export interface BrandRow extends SealedDocument {
  readonly version: number
  readonly fileSha256: Buffer | null
  readonly valueTypes: readonly StoredValueType[]
}

export interface StoredValueType extends ValueTypeNumber {
  readonly scale: number
}

/** The document, its version and the numbers of its value types, all read at one moment. */
export async function findBrandRow(db: Sql, brandId: BrandId): Promise<BrandRow | undefined> {
  const [row] = await db.rows<BrandRow>`
    select document as sealed, config_version as version, file_sha256 as "fileSha256",
      (select coalesce(json_agg(json_build_object('valueTypeId', value_type_id, 'program', program_id,
          'balanceType', balance_type, 'balanceCode', balance_code, 'scale', scale)), '[]')
        from value_type where value_type.brand_id = ${brandId}) as "valueTypes"
    from brand
    where brand_id = ${brandId}`
  return row
}

/**
 * Lets the transaction take as long as it needs. A brand with a million cards takes longer than any call may, and the
 * connection is idle while passwords are hashed.
 */
export async function liftTimeouts(db: Sql): Promise<void> {
  await setTimeouts(db, { lockMs: 0, statementMs: 0, idleMs: 0 })
}

/**
 * Two applies of one brand run one after the other, even if the brand does not exist yet. Counting makes one row of a
 * brand that does not exist, and has the lock taken on the node where the brand is, which all who apply it share.
 */
export async function lockBrand(db: Sql, brandId: BrandId): Promise<void> {
  const key = `purser brand ${brandId}`
  await db.rows`
    select pg_advisory_xact_lock(hashtextextended(${key}, 0))
    from (select count(*) from brand where brand_id = ${brandId}) as place`
  await db.rows`select from brand where brand_id = ${brandId} for no key update`
}

export async function insertBrand(db: Sql, { sealed }: SealedDocument, fileSha256: Buffer | undefined): Promise<void> {
  const { id, name } = sealed.brand
  await db.rows`
    insert into brand (brand_id, name, document, file_sha256)
    values (${id}, ${name}, ${JSON.stringify(sealed)}, ${fileSha256 ?? null})`
}

/** Replaces the document, and the last file unless it came by other means. Processes with an older version read it again. */
export async function updateBrand(db: Sql, { sealed }: SealedDocument, fileSha256: Buffer | undefined): Promise<void> {
  const { id, name } = sealed.brand
  await db.rows`
    update brand
    set name = ${name}, document = ${JSON.stringify(sealed)},
      file_sha256 = coalesce(${fileSha256 ?? null}, file_sha256), config_version = config_version + 1, changed_at = now()
    where brand_id = ${id}`
}

/** Stores the same document in another form. Nobody has to read it again. */
export async function updateSealedDocument(db: Sql, { sealed }: SealedDocument): Promise<void> {
  await db.rows`update brand set document = ${JSON.stringify(sealed)} where brand_id = ${sealed.brand.id}`
}

/** Remembers that this very file was applied, although it changed nothing. */
export async function updateFileHash(db: Sql, brandId: BrandId, fileSha256: Buffer): Promise<void> {
  await db.rows`
    update brand set file_sha256 = ${fileSha256}
    where brand_id = ${brandId} and file_sha256 is distinct from ${fileSha256}`
}

/** The id of a brand is sent on this channel when the brand or its keys change. */
export const brandChannel = 'purser_brand'

/** Tells every server process, on commit, that what it knows about the brand is out of date. */
export async function announceChange(db: Sql, brandId: BrandId): Promise<void> {
  await db.rows`select pg_notify(${brandChannel}, ${brandId})`
}

/** Numbers value types that have no number yet. The brand is locked, so nobody else assigns the same numbers. */
export async function insertValueTypes(
  db: Sql,
  brandId: BrandId,
  types: readonly Omit<StoredValueType, 'valueTypeId'>[],
): Promise<void> {
  const made = JSON.stringify(types.map((type, index) => ({ ...type, position: index + 1 })))
  await db.rows`
    insert into value_type (brand_id, value_type_id, program_id, balance_type, balance_code, scale)
    select owner.brand_id, coalesce((select max(value_type_id) from value_type where brand_id = ${brandId}), 0) + position,
      program, "balanceType", "balanceCode", scale
    from (select brand_id from brand where brand_id = ${brandId}) as owner
    cross join json_to_recordset(${made}) as made (program text, "balanceType" text, "balanceCode" text, scale smallint,
      position integer)`
}
