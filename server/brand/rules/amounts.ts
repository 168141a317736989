import { decimal, oneOf, text } from '../reading/scalars.ts'
import { type FileShape, isObject, object, optional, or, required } from '../reading/shape.ts'
import type { FactArguments } from './arguments.ts'
import { argumentKeys, checkValueTypeArguments, findFact } from './conditions.ts'

/** A fixed number, or N for every M of a fact. */
export type Amount = number | RatedAmount

export interface RatedAmount extends FactArguments {
  readonly give: number
  readonly per: number
  readonly of: string
  readonly steps: 'whole' | 'proportional'
  readonly min?: number
  readonly max?: number
  readonly round: 'down' | 'nearest' | 'up'
}

const positive = decimal({ above: 0 })

export const amount: FileShape<Amount> = (value, at) => {
  if (!isObject(value)) return positive(value, at)
  const fact = findFact(value, at, 'of')
  if (!fact) return undefined
  if ((fact.type !== 'number' && fact.type !== 'amount') || fact.list) {
    return at.key(value, 'of').fault(`${value.of} is not a number, so an amount cannot be computed from it`)
  }
  const read = ratedAmountShape(fact)(value, at) as RatedAmount | undefined
  if (!read || !checkValueTypeArguments(read, at)) return undefined
  if ((read.min ?? 0) > (read.max ?? Number.POSITIVE_INFINITY)) return at.fault('min is above max')
  return read
}

function ratedAmountShape(fact: Parameters<typeof argumentKeys>[0]) {
  return object({
    give: required(positive),
    per: or(positive, 1),
    of: required(text()),
    ...argumentKeys(fact),
    steps: or(oneOf('whole', 'proportional'), 'whole'),
    min: optional(decimal({ min: 0 })),
    max: optional(decimal({ min: 0 })),
    round: or(oneOf('down', 'nearest', 'up'), 'down'),
  })
}
