import { faultOf } from '../faults/fault.ts'
import type { Place } from '../reading/place.ts'
import { integer, textLike } from '../reading/scalars.ts'
import { checked, record } from '../reading/shape.ts'

/** Percent of the cards that never get a campaign. To hold out everybody, switch the campaign off. */
export const holdout = integer(0, 99, '10')

export const variantName = textLike(/^[A-Za-z0-9][A-Za-z0-9._-]*$/, 'shortName', {
  max: 64,
  example: 'A',
})

/** `holdout`, the name of a variant, or `treated` where there are no variants. */
export type ExperimentSide = string

/** What is kept for cards that get no variant: no variant may be called so. */
export const heldOutSide = 'holdout'
export const treatedSide = 'treated'

/** `{ A: 50, B: 50 }`: names, and percent of the cards that are not held out. */
export const variants = checked(record(variantName, integer(0, 100, '50'), '{ A: 50, B: 50 }'), (shares, at) => {
  const sum = Object.values(shares).reduce((total, share) => total + share, 0)
  if (sum !== 100) at.fault('sharesSum', { sum })
  for (const name of [heldOutSide, treatedSide].filter((reserved) => Object.hasOwn(shares, reserved))) {
    at.faultAt(name, 'nameReserved', { name })
  }
})

interface WithVariants {
  readonly variants?: Readonly<Record<string, number>>
  readonly rules: readonly { readonly id: string; readonly variant?: string }[]
}

/** Each rule names a variant that there is. A variant that no rule names is most likely a mistake. */
export function checkVariants({ variants: shares, rules }: WithVariants, at: Place): void {
  const names = Object.keys(shares ?? {})
  const known = new Set(names)
  for (const { id, variant } of rules) {
    if (variant === undefined || known.has(variant)) continue
    const within = `rules[${id}].variant`
    if (shares) at.faultAt(within, 'unknownVariant', { name: variant, advice: at.reading.meantAmong(variant, names) })
    else at.faultAt(within, 'noVariants', { name: variant })
  }
  const used = new Set(rules.map(({ variant }) => variant))
  for (const name of names.filter((one) => !used.has(one))) {
    at.warn(faultOf('variantUnused'), `variants.${name}`)
  }
}
