import type pg from 'pg'
import type { ValueTypeNumber } from '../brand/brand.ts'
import type { ApiKey } from '../brand/document.ts'
import type { BrandId } from '../kernel/ids.ts'
import type { SealedDocument } from './document-secrets.ts'

/** A pool or a connection: whatever runs a statement. */
export interface Database {
  query<Row extends pg.QueryResultRow>(config: pg.QueryConfig): Promise<pg.QueryResult<Row>>
}

export interface BrandRow extends SealedDocument {
  readonly version: number
  readonly fileSha256: Buffer | null
  readonly valueTypes: readonly StoredValueType[]
}

export interface StoredValueType extends ValueTypeNumber {
  readonly scale: number
}

/** The document, its version and the numbers of its value types, as of one moment. */
export async function findBrandRow(db: Database, brandId: BrandId): Promise<BrandRow | undefined> {
  const { rows } = await db.query<BrandRow>({
    name: 'find_brand',
    text: `
      select document as sealed, config_version as version, file_sha256 as "fileSha256",
        (select coalesce(json_agg(json_build_object('valueTypeId', value_type_id, 'program', program_id,
            'balanceType', balance_type, 'balanceCode', balance_code, 'scale', scale)), '[]')
          from value_type where value_type.brand_id = $1) as "valueTypes"
      from brand
      where brand_id = $1`,
    values: [brandId],
  })
  const [row] = rows
  // Connections differ in how they read a bigint.
  return row && { ...row, version: Number(row.version) }
}

export async function listBrandIds(db: Database): Promise<BrandId[]> {
  const { rows } = await db.query<{ brand_id: BrandId }>({ text: `select brand_id from brand order by brand_id` })
  return rows.map((row) => row.brand_id)
}

/** Two applies of one brand follow each other, also when neither finds a brand to lock yet. */
export async function lockBrand(db: Database, brandId: BrandId): Promise<void> {
  await db.query({ text: `select pg_advisory_xact_lock(hashtextextended($1, 0))`, values: [`purser brand ${brandId}`] })
  await db.query({ text: `select from brand where brand_id = $1 for no key update`, values: [brandId] })
}

export async function insertBrand(db: Database, { sealed }: SealedDocument, fileSha256: Buffer): Promise<void> {
  await db.query({
    text: `insert into brand (brand_id, name, document, file_sha256) values ($1, $2, $3, $4)`,
    values: [sealed.brand.id, sealed.brand.name, JSON.stringify(sealed), fileSha256],
  })
}

/** Replaces the document; whoever holds an older version reads again. */
export async function updateBrand(db: Database, { sealed }: SealedDocument, fileSha256: Buffer): Promise<void> {
  await db.query({
    text: `
      update brand
      set name = $2, document = $3, file_sha256 = $4, config_version = config_version + 1, changed_at = now()
      where brand_id = $1`,
    values: [sealed.brand.id, sealed.brand.name, JSON.stringify(sealed), fileSha256],
  })
}

/** The same document in another form: nobody has to read it again. */
export async function updateSealedDocument(db: Database, { sealed }: SealedDocument): Promise<void> {
  await db.query({
    text: `update brand set document = $2 where brand_id = $1`,
    values: [sealed.brand.id, JSON.stringify(sealed)],
  })
}

/** Remembers that this very file is applied, although it says nothing new. */
export async function updateFileHash(db: Database, brandId: BrandId, fileSha256: Buffer): Promise<void> {
  await db.query({
    text: `update brand set file_sha256 = $2 where brand_id = $1 and file_sha256 is distinct from $2`,
    values: [brandId, fileSha256],
  })
}

/** Sent with the commit. */
export async function announceChange(db: Database, brandId: BrandId): Promise<void> {
  await db.query({ text: `select pg_notify('purser_brand', $1)`, values: [brandId] })
}

/** Which of these keys were made by hand: a file may not take them over. */
export async function listCommandKeys(db: Database, brandId: BrandId, keys: readonly string[]): Promise<string[]> {
  const { rows } = await db.query<{ api_key: string }>({
    text: `select api_key from api_key where brand_id = $1 and api_key = any($2) and origin = 'command'`,
    values: [brandId, keys],
  })
  return rows.map((row) => row.api_key)
}

export async function insertApiKeys(db: Database, brandId: BrandId, keys: readonly ApiKey[]): Promise<void> {
  await db.query({
    text: `
      insert into api_key (brand_id, api_key, secret_sha256, origin)
      select $1, key, decode(secret, 'hex'), 'file'
      from unnest($2::text[], $3::text[]) as made (key, secret)
      on conflict (brand_id, api_key) do update
      set secret_sha256 = excluded.secret_sha256, revoked_at = null
      where api_key.origin = 'file'`,
    values: [brandId, keys.map((one) => one.key), keys.map((one) => one.secretSha256)],
  })
}

export async function revokeApiKeys(db: Database, brandId: BrandId, keys: readonly string[]): Promise<void> {
  await db.query({
    text: `
      update api_key set revoked_at = now()
      where brand_id = $1 and api_key = any($2) and origin = 'file' and revoked_at is null`,
    values: [brandId, keys],
  })
}

/** Gives numbers to value types that have none yet. The brand is locked, so nobody else takes the same. */
export async function insertValueTypes(
  db: Database,
  brandId: BrandId,
  types: readonly Omit<StoredValueType, 'valueTypeId'>[],
): Promise<void> {
  await db.query({
    text: `
      insert into value_type (brand_id, value_type_id, program_id, balance_type, balance_code, scale)
      select $1, coalesce((select max(value_type_id) from value_type where brand_id = $1), 0) + position,
        program, "balanceType", "balanceCode", scale
      from json_to_recordset($2) as made (program text, "balanceType" text, "balanceCode" text, scale smallint,
        position integer)`,
    values: [brandId, JSON.stringify(types.map((type, index) => ({ ...type, position: index + 1 })))],
  })
}
