import type { Place } from '../reading/place.ts'
import { decimal, oneOf, text, textLike } from '../reading/scalars.ts'
import { checked, list, object, optional, orSameAs, required, type Shaped } from '../reading/shape.ts'
import { argumentShapes } from '../rules/arguments.ts'
import { type Duration, duration } from '../rules/expiry.ts'
import { type ByLanguage, type Listener, listenerOf, textFor } from '../texts/spoken-text.ts'
import { balanceCode, balanceTypes } from './balance-type.ts'
import { spoken } from './spoken-shape.ts'

const levelId = checked(
  textLike(/^[A-Za-z0-9][A-Za-z0-9._-]*$/, 'shortName', { max: 64, example: 'gold' }),
  // Two programs may have levels of the same name; within one they are checked below.
  (id, at) => at.defineShared('tierLevel', id),
)

const level = object(
  {
    id: required(levelId),
    name: orSameAs(spoken(text({ max: 64 })), 'id'),
    at: required(decimal({ above: 0, example: '1000' })),
    keepAt: optional(decimal({ min: 0, example: '800' })),
  },
  '{ id: gold, name: Gold, at: 1000, keepAt: 800 }',
)
type LevelEntry = Shaped<typeof level>

/** A level with its name in the first of the brand's languages, and in all of them if it has more. */
export type TierLevel = Omit<LevelEntry, 'name'> & { readonly name: string; readonly names?: ByLanguage<string> }

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
type TiersEntry = Shaped<typeof tiersShape>
export type Tiers = Omit<TiersEntry, 'levels'> & { readonly levels: readonly TierLevel[] }

/** Levels as calls see them. */
export function toTiers(entry: TiersEntry, languages: readonly string[] | undefined): Tiers {
  if (entry.levels.every(isPlain)) return { ...entry, levels: entry.levels }
  return { ...entry, levels: entry.levels.map((one) => toLevel(one, languages)) }
}

function toLevel(entry: LevelEntry, languages: readonly string[] | undefined): TierLevel {
  if (isPlain(entry)) return entry
  const { name, ...others } = entry
  return { ...others, name: textFor(name, listenerOf(languages)), ...(typeof name === 'object' && { names: name }) }
}

const isPlain = (entry: LevelEntry): entry is LevelEntry & { readonly name: string } => typeof entry.name === 'string'

/** What a customer calls a level. */
export const levelNameTo = (listener: Listener | undefined, { name, names }: TierLevel): string =>
  textFor(names ?? name, listener)

interface ReadTiers {
  readonly levels: readonly LevelEntry[]
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
