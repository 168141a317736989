import type { KeyRights } from '../../../domain/brand/keys/rights.ts'
import { defined } from '../../../ground/kernel/defined.ts'

/** What a key may do, in the form of its row. */
export interface KeyRightsRow {
  readonly scope: readonly string[] | null
  readonly locations: readonly string[] | null
  readonly addresses: readonly string[] | null
  readonly expires: string | null
  readonly strict: boolean | null
}

export function toRights({ scope, locations, addresses, expires, strict }: KeyRightsRow): KeyRights {
  return defined({
    scope: scope ?? undefined,
    locations: locations ?? undefined,
    addresses: addresses ?? undefined,
    expires: expires ?? undefined,
    strict: strict ?? false,
  })
}
