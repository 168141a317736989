import type { BrandDocument, BrandFile } from '../../../domain/brand/document.ts'
import { type FileFault, faultOf } from '../../../domain/brand/faults/fault.ts'
import type { Sql } from '../../../ground/database/connection.ts'
import { codeKey } from '../../../ground/kernel/code-key.ts'
import { listCouponsLike } from '../stock/coupon-stock.sql.ts'

/**
 * New public codes that coupons have as their ids: a code would hide them. Codes that the brand has already were
 * looked at when they came, and no coupon is made with the id of a code.
 */
export async function codeFaults(db: Sql, file: BrandFile, before: BrandDocument | undefined): Promise<FileFault[]> {
  const known = new Set(codesOf(before?.couponSets ?? []).keys())
  const added = new Map([...codesOf(file.couponSets)].filter(([key]) => !known.has(key)))
  if (added.size === 0) return []
  const coupons = await listCouponsLike(
    db,
    file.brand.id,
    [...added.values()].map(({ code }) => code),
  )
  return coupons.flatMap((coupon) => {
    const code = added.get(codeKey(coupon))
    if (!code) return []
    return [{ path: `couponSets[${code.set}].codes[${code.code}]`, ...faultOf('codeHidesCoupon', { coupon }) }]
  })
}

/** All public codes of coupon sets, by what they are compared by. */
export function codesOf(sets: BrandFile['couponSets']): Map<string, { readonly code: string; readonly set: string }> {
  return new Map(
    sets.flatMap(({ id: set, codes = [] }) => codes.map(({ code }) => [codeKey(code), { code, set }] as const)),
  )
}
