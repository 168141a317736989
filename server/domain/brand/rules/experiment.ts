import { suggestion } from '../../../ground/kernel/nearest.ts'
import type { Place } from '../reading/place.ts'
import { integer, textLike } from '../reading/scalars.ts'
import { checked, record } from '../reading/shape.ts'

/** Percent of the cards that never get a campaign. To hold out everybody, switch the campaign off. */
export const holdout = integer(0, 99, '10')

export const variantName = textLike(/^[A-Za-z0-9][A-Za-z0-9._-]*$/, 'a short name without spaces', {
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
  if (sum !== 100) at.fault(`the shares must add up to 100, as in { A: 50, B: 50 }; these add up to ${sum}`)
  for (const name of [heldOutSide, treatedSide].filter((reserved) => Object.hasOwn(shares, reserved))) {
    at.fault(`"${name}" has a meaning of its own; choose another name`, name)
  }
})

interface WithVariants {
  readonly variants?: Readonly<Record<string, number>>
  readonly rules: readonly { readonly id: string; readonly variant?: string }[]
}

/** Each rule names a variant that there is. A variant that no rule names is most likely a mistake. */
export function checkVariants({ variants: shares, rules }: WithVariants, at: Place): void {
  const names = Object.keys(shares ?? {})
  for (const { id, variant } of rules) {
    if (variant === undefined || names.includes(variant)) continue
    const why = shares
      ? `there is no variant "${variant}" in this campaign${suggestion(variant, names)}`
      : `the campaign has no variants; give it some, such as variants: { ${variant}: 50, B: 50 }`
    at.fault(why, `rules[${id}].variant`)
  }
  const used = new Set(rules.map(({ variant }) => variant))
  for (const name of names.filter((one) => !used.has(one))) {
    at.warn(`no rule is for this variant: its cards get only the rules without a variant`, `variants.${name}`)
  }
}
