import { decimal, oneOf, text } from '../reading/scalars.ts'
import { type FileShape, isObject, object, optional, or, required } from '../reading/shape.ts'
import type { ArgumentsInFile, FactArguments } from './arguments.ts'
import { argumentKeys, checkValueTypeArguments, findFact } from './conditions.ts'
import type { Fact } from './facts.ts'
import { isAbove, isPerCurrency, type Money, money, type PerCurrency } from './per-currency.ts'

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

/** As a file has it: what is counted in the currency of the location may be given by currency. */
interface RatedAmountInFile extends ArgumentsInFile {
  readonly give: Money
  readonly per: Money
  readonly of: string
  readonly steps: 'whole' | 'proportional'
  readonly min?: Money
  readonly max?: Money
  readonly round: 'down' | 'nearest' | 'up'
}

export type AmountInFile = number | RatedAmountInFile
/** An amount in the currency of the location. */
export type LocalAmountInFile = AmountInFile | PerCurrency

const positive = decimal({ above: 0 })
const bound = decimal({ min: 0 })

/** An amount of a balance, whose unit does not depend on the location. */
export const amount: FileShape<AmountInFile> = (value, at) => {
  if (isPerCurrency(value))
    return at.fault('is an amount of a balance, which is the same at every location: give one number')
  return isObject(value) ? ratedAmount(positive, bound)(value, at) : positive(value, at)
}

/** An amount of money in the currency of the location. */
export const localAmount: FileShape<LocalAmountInFile> = (value, at) =>
  isObject(value) && (Object.hasOwn(value, 'of') || Object.hasOwn(value, 'give'))
    ? ratedAmount(money(positive), money(bound))(value, at)
    : money(positive)(value, at)

function ratedAmount(give: FileShape<Money>, limit: FileShape<Money>): FileShape<RatedAmountInFile> {
  return (value, at) => {
    if (!isObject(value)) return undefined
    const fact = findFact(value, at, 'of')
    if (!fact) return undefined
    if ((fact.type !== 'number' && fact.type !== 'amount') || fact.list) {
      return at.key(value, 'of').fault(`${value.of} is not a number, so an amount cannot be computed from it`)
    }
    const read = ratedAmountShape(fact, give, limit)(value, at) as RatedAmountInFile | undefined
    if (!read || !checkValueTypeArguments(read, at)) return undefined
    return isAbove(read.min, read.max) ? at.fault('min is above max') : read
  }
}

function ratedAmountShape(fact: Fact, give: FileShape<Money>, limit: FileShape<Money>) {
  return object({
    give: required(give),
    per: or<Money>(fact.isLocal ? money(positive) : positive, 1),
    of: required(text()),
    ...argumentKeys(fact),
    steps: or(oneOf('whole', 'proportional'), 'whole'),
    min: optional(limit),
    max: optional(limit),
    round: or(oneOf('down', 'nearest', 'up'), 'down'),
  })
}
