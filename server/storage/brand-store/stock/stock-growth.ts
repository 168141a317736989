import { writeChange } from '../../../domain/audit/change.ts'
import { type FileFault, faultOf } from '../../../domain/brand/faults/fault.ts'

/** A card set or coupon set as the file has it, and what the database already has. */
export interface SetInFile<Entry> {
  /** Its path in the file, for faults. */
  readonly path: string
  /** Its name in the list of changes: `cardSets/rewards-cards`. */
  readonly address: string
  readonly id: string
  readonly generate?: { readonly count: number } | undefined
  readonly listed: readonly Entry[]
  /** How many were generated before. */
  readonly generated: number
}

export interface Growth<Entry> {
  /** How many more are to be generated. */
  readonly generate: number
  /** The listed ones that do not exist yet. */
  readonly listed: readonly Entry[]
}

/** The words for cards or coupons in messages. */
export interface StockWords<Entry> {
  readonly one: 'card' | 'coupon'
  readonly list: 'cards' | 'coupons'
  readonly numberOf: (entry: Entry) => string
}

/** What a set lacks to become what the file says. `owners` are the sets in which listed numbers already exist. */
export function growthOf<Entry>(
  set: SetInFile<Entry>,
  owners: ReadonlyMap<string, string>,
  words: StockWords<Entry>,
): Growth<Entry> {
  return {
    generate: Math.max((set.generate?.count ?? 0) - set.generated, 0),
    listed: set.listed.filter((entry) => !owners.has(words.numberOf(entry))),
  }
}

/** A set may only grow, and a number belongs to one set. */
export function growthFaults<Entry>(
  set: SetInFile<Entry>,
  owners: ReadonlyMap<string, string>,
  { one, list, numberOf }: StockWords<Entry>,
): FileFault[] {
  const faults: FileFault[] = []
  if (set.generate && set.generate.count < set.generated) {
    const fault = faultOf('setShrinks', { count: set.generated, of: one })
    faults.push({ path: `${set.path}.generate.count`, ...fault })
  }
  for (const entry of set.listed) {
    const number = numberOf(entry)
    const owner = owners.get(number)
    if (owner === undefined || owner === set.id) continue
    faults.push({ path: `${set.path}.${list}[${number}]`, ...faultOf('inOtherSet', { of: one, set: owner }) })
  }
  return faults
}

/** For people: `cardSets/rewards-cards: 500 more cards`. */
export function growthLines<Entry>(address: string, growth: Growth<Entry>, words: StockWords<Entry>): string[] {
  const count = growth.generate + growth.listed.length
  return count === 0
    ? []
    : [`${address}: ${writeChange({ what: words.one === 'card' ? 'moreCards' : 'moreCoupons', count })}`]
}

export const usedUp = (path: string): FileFault => ({
  path: `${path}.generate`,
  ...faultOf('numbersUsedUp'),
})
