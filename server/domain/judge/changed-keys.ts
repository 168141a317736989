import { isDeepStrictEqual } from 'node:util'
import type { ApiKey, BrandDocument } from '../brand/document.ts'

/** The keys that are new, or whose secrets or rights have changed. */
export function changedKeys(after: BrandDocument, before: BrandDocument | undefined): ApiKey[] {
  const known = new Map(before?.apiKeys.map((one) => [one.key, one]))
  return after.apiKeys.filter((one) => !isDeepStrictEqual(known.get(one.key), one))
}
