import { oncePer } from '../../../ground/kernel/once-per.ts'
import { facts } from '../facts/all.ts'
import { argumentsOf, type FactShape } from '../facts/fact-shape.ts'
import type { FileSchema } from '../reading/file-schema.ts'
import { decimal, oneOf, text } from '../reading/scalars.ts'
import { type FileShape, isObject, object, optional, or, required, shaped } from '../reading/shape.ts'
import { type ArgumentsInFile, argumentShapeOf, type FactArguments } from './arguments.ts'
import { argumentKeys, checkValueTypeArguments, findFact } from './conditions.ts'
import { faultOfBounds, isPerCurrency, type Money, money, type PerCurrency } from './per-currency.ts'

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

const positive = decimal({ above: 0, example: '5' })
const bound = decimal({ min: 0 })
const localPositive = money(positive)

const example = '{ give: 1, per: 1, of: checkout.netTotal }'

const rated = ratedAmount(positive, bound)
const localRated = ratedAmount(localPositive, money(bound))

/** An amount of a balance, whose unit does not depend on the location. */
export const amount: FileShape<AmountInFile> = shaped(
  { schema: { anyOf: [positive.schema, rated.schema] }, example: '5' },
  (value, at) => {
    if (isPerCurrency(value)) return at.fault('amountOfBalance')
    return isObject(value) ? rated(value, at) : positive(value, at)
  },
)

/** An amount of money in the currency of the location. */
export const localAmount: FileShape<LocalAmountInFile> = shaped(
  { schema: { anyOf: [localPositive.schema, localRated.schema] }, example: '5' },
  (value, at) => (isObject(value) && isRate(value) ? localRated(value, at) : localPositive(value, at)),
)

/** A rate, even if it lacks a key, rather than amounts by currency. */
const isRate = (value: object) =>
  ['give', 'per', 'of', 'steps', 'min', 'max', 'round'].some((key) => Object.hasOwn(value, key))

function ratedAmount(give: FileShape<Money>, limit: FileShape<Money>): FileShape<RatedAmountInFile> {
  const shapeOf = oncePer((fact: FactShape) => ratedAmountShape(fact, give, limit))
  return shaped({ schema: rateSchema(give, limit), example }, (value, at) => {
    if (!isObject(value)) return undefined
    if (!Object.hasOwn(value, 'of')) return at.key(value, 'of').fault('rateWithoutFact', { example })
    const fact = findFact(value, at, 'of')
    if (!fact) return undefined
    if (!isCountable(fact)) {
      return at.key(value, 'of').fault('notCountable', { fact: String(value.of) })
    }
    const read = shapeOf(fact)(value, at) as RatedAmountInFile | undefined
    if (!read || !checkValueTypeArguments(read, at)) return undefined
    const wrong = faultOfBounds(['min', read.min], ['max', read.max])
    return wrong === undefined ? read : at.report(wrong)
  })
}

/** A rate takes the arguments of its fact, which may be any that is a number. */
function rateSchema(give: FileShape<Money>, limit: FileShape<Money>): FileSchema {
  const counted = Object.entries(facts).filter(([, fact]) => isCountable(fact))
  const rate = ratedAmountShape({ type: 'amount', of: 'call', isLocal: true, meaning: '' }, give, limit).schema
  const names = [...new Set(counted.flatMap(([, fact]) => argumentsOf(fact).map(({ name }) => name)))]
  return {
    ...rate,
    properties: {
      ...rate.properties,
      of: { enum: counted.map(([name]) => name), enumDescriptions: counted.map(([, fact]) => fact.meaning) },
      ...Object.fromEntries(names.map((name) => [name, argumentShapeOf({ of: 'call' }, name).schema])),
    },
  }
}

function isCountable({ type, list }: FactShape): boolean {
  return (type === 'number' || type === 'amount') && !list
}

function ratedAmountShape(fact: FactShape, give: FileShape<Money>, limit: FileShape<Money>) {
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
