export interface KeyRow {
  readonly config_version: string | number
  readonly api_key: string | null
  readonly secret_sha256: Buffer | null
}

/** One row for each key that is not revoked; one without a key for a brand that has none. */
export const selectKeys = {
  name: 'brand_keys',
  text: `
    select config_version, api_key, secret_sha256
    from brand
    left join api_key on api_key.brand_id = brand.brand_id and revoked_at is null
    where brand.brand_id = $1`,
}
