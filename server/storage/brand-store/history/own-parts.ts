import type { BrandDocument, DocumentLocation, DocumentProgram } from '../../../domain/brand/document.ts'
import { cardSetsOf } from '../apply/next-document.ts'

type Sets = Pick<BrandDocument, 'programs' | 'couponSets'>

/**
 * The card sets and coupon sets with the stock that the brand has of them, because what was made stays. One that the
 * brand never had gets what `first` makes of it.
 */
export function withOwnStock<S extends Sets>(
  other: S,
  own: BrandDocument,
  first: <T extends WithStock>(set: T) => T,
): S {
  const cardSets = new Map([...own.switchedOff.cardSets, ...cardSetsOf(own.programs)].map((set) => [set.id, set]))
  const couponSets = new Map([...own.switchedOff.couponSets, ...own.couponSets].map((set) => [set.id, set]))
  const programs = other.programs.map((program) => ({
    ...program,
    cardSets: program.cardSets.map((set) => withStockOf(set, cardSets.get(set.id)) ?? first(set)),
  }))
  return {
    ...other,
    programs: programs satisfies readonly DocumentProgram[],
    couponSets: other.couponSets.map((set) => withStockOf(set, couponSets.get(set.id)) ?? first(set)),
  }
}

export type WithStock = Partial<Pick<BrandDocument['couponSets'][number], 'generate' | 'coupons'>>

function withStockOf<T extends WithStock>(set: T, own: WithStock | undefined): T | undefined {
  if (!own) return undefined
  const { generate: _generate, coupons: _coupons, ...others } = set
  return {
    ...others,
    ...(own.generate && { generate: own.generate }),
    ...(own.coupons && { coupons: own.coupons }),
  } as T
}

/** The locations with the employees that the brand has there: who may log in is never brought back. */
export function withOwnEmployees(
  locations: readonly DocumentLocation[],
  { locations: present, switchedOff }: BrandDocument,
): DocumentLocation[] {
  const own = new Map([...switchedOff.locations, ...present].map(({ id, employees }) => [id, employees]))
  return locations.map((location) => ({ ...location, employees: own.get(location.id) ?? [] }))
}
