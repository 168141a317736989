import type { Place } from '../reading/place.ts'
import { decimal, oneOf, text, textLike } from '../reading/scalars.ts'
import { checked, list, object, optional, orSameAs, required, type Shaped } from '../reading/shape.ts'
import { argumentShapes } from '../rules/arguments.ts'
import { type Duration, duration } from '../rules/expiry.ts'
import { balanceCode, balanceTypes } from './balance-type.ts'

const levelId = checked(
  textLike(/^[A-Za-z0-9][A-Za-z0-9._-]*$/, 'shortName', { max: 64, example: 'gold' }),
  // Two programs may have levels of the same name; within one they are checked below.
  (id, at) => at.defineShared('tierLevel', id),
)

const level = object(
  {
    id: required(levelId),
    name: orSameAs(text({ max: 64 }), 'id'),
    at: required(decimal({ above: 0, example: '1000' })),
    keepAt: optional(decimal({ min: 0, example: '800' })),
  },
  '{ id: gold, name: Gold, at: 1000, keepAt: 800 }',
)
export type TierLevel = Shaped<typeof level>

const measure = checked(
  object(
    {
      fact: required(oneOf('history.spend', 'history.checkouts', 'earned')),
      within: optional(argumentShapes.within),
      balanceType: optional(oneOf(...balanceTypes)),
      balanceCode: optional(balanceCode),
    },
    '{ fact: history.spend, within: { calendar: year } }',
  ),
  (by, at) => {
    const isEarned = by.fact === 'earned'
    if (isEarned && by.balanceType === undefined) at.fault('earnedNeedsType')
    if (by.within && 'days' in by.within && by.within.days === 0) at.faultAt('within.days', 'withinADay')
    if (!isEarned && (by.balanceType ?? by.balanceCode) !== undefined) at.fault('typeOfEarned', { fact: by.fact })
  },
)
export type TierMeasure = Shaped<typeof measure>

export const tiersShape = checked(
  object(
    {
      by: required(measure),
      levels: required(list(level, { min: 1, max: 20 })),
      keep: optional(duration),
    },
    '{ by: { fact: history.spend }, levels: [ { id: gold, at: 1000 } ], keep: { years: 1 } }',
  ),
  checkTiers,
)
export type Tiers = Shaped<typeof tiersShape>

interface ReadTiers {
  readonly levels: readonly TierLevel[]
  readonly keep?: Duration
}

function checkTiers({ levels, keep }: ReadTiers, at: Place): void {
  if (keep && 'days' in keep && keep.days === 0) at.faultAt('keep', 'keepADay')
  levels.forEach(({ id, at: threshold, keepAt = threshold }, index) => {
    const before = levels[index - 1]
    if (before && before.at >= threshold)
      at.faultAt(`levels[${id}].at`, 'levelOrder', { at: before.at, before: before.id })
    if (keepAt > threshold) at.faultAt(`levels[${id}].keepAt`, 'keepAbove', { at: threshold })
    if (levels.findIndex((one) => one.id === id) < index) at.faultAt('levels', 'levelTwice', { id })
  })
}
