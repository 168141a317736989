/** The portal lists no more brands than these, and nobody makes one that nobody would see. */
export const brandsMax = 200

/** So many brands can be made in the portal within a day: a login that got into the wrong hands fills no database. */
export const foundedPerDayMax = 10

/** Whoever would make a brand in the portal. */
export interface Founder {
  /** An administrator of every brand, at all places of it. */
  readonly governsAll: boolean
}

/** What there is already. */
export interface BrandsSoFar {
  readonly all: number
  /** Made in the portal within the last day. */
  readonly foundedLately: number
}

/** Why no brand is made. */
export type FoundingObjection = 'notOfAll' | 'tooMany' | 'tooFast'

/** Whether somebody may make a brand in the portal. What is in it is judged like any other change. */
export function judgeFounding(
  { governsAll }: Founder,
  { all, foundedLately }: BrandsSoFar,
): FoundingObjection | undefined {
  if (!governsAll) return 'notOfAll'
  if (all >= brandsMax) return 'tooMany'
  return foundedLately >= foundedPerDayMax ? 'tooFast' : undefined
}
