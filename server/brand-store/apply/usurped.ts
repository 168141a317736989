import type { BrandDocument } from '../../brand/document.ts'
import { findExcess, type KeyRights } from '../../brand/keys/rights.ts'
import type { FileFault } from '../../brand/reading/place.ts'
import { changedKeys } from './changed-keys.ts'

/**
 * What a file that is sent through the interface claims although only the operator can grant it: an enablement, or a
 * key with more rights than the key that sends the file.
 */
export function findUsurped(
  before: BrandDocument | undefined,
  after: BrandDocument,
  caller: KeyRights,
): readonly FileFault[] {
  const enabled = new Set(before?.brand.enable)
  const added = after.brand.enable.filter((one) => !enabled.has(one))
  const enables = added.map((one) => ({ path: 'brand.enable', message: `only the operator can enable ${one}` }))
  const keys = changedKeys(after, before).flatMap((apiKey) => {
    const excess = findExcess(apiKey, caller)
    const message = 'the key that sends the file cannot grant more rights than it has itself'
    return excess ? [{ path: `apiKeys[${apiKey.key}].${excess}`, message }] : []
  })
  return [...enables, ...keys]
}
