import type { Place } from '../reading/place.ts'
import { decimal, text } from '../reading/scalars.ts'
import { checked, object, or, record, type Shaped } from '../reading/shape.ts'
import { type ProgramEntry, valueTypeName } from './program-shape.ts'

/** The least that something can be worth, unless it is nothing. */
const leastWorth = 0.000001

const worth = checked(decimal({ min: 0, max: 1_000_000, example: '"0.01"' }), (value, at) => {
  if (value > 0 && value < leastWorth) at.fault('tooSmall', { min: leastWorth, given: value })
})

/** More value types than this do not help whoever misspelt one. */
const listedMax = 20

/** What holds for all campaigns together. */
export const promotionsShape = object(
  { worth: or(record(text({ max: 64, example: 'Points' }), worth), {}) },
  '{ worth: { Points: "0.01" } }',
)

type Promotions = Shaped<typeof promotionsShape>

interface WithWorth {
  readonly promotions?: Promotions
  readonly programs: readonly Pick<ProgramEntry, 'valueTypes'>[]
}

/** Only what a program has can be worth something, and money is worth what it is. */
export function checkWorth({ promotions, programs }: WithWorth, at: Place): void {
  const known = new Set(programs.flatMap(({ valueTypes }) => valueTypes.map(valueTypeName)))
  const has = [...known].slice(0, listedMax)
  if (known.size > has.length) has.push('…')
  for (const name of Object.keys(promotions?.worth ?? {})) {
    const path = `promotions.worth.${name}`
    if (!known.has(name)) at.faultAt(path, 'valueTypeMissing', { name, has })
    else if (name.startsWith('Currency ')) at.faultAt(path, 'worthOfMoney', { name })
  }
}
