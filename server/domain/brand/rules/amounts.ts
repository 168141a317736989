import { oncePer } from '../../../ground/kernel/once-per.ts'
import { facts } from '../facts/all.ts'
import { argumentsOf, type FactShape } from '../facts/fact-shape.ts'
import type { FileSchema } from '../reading/file-schema.ts'
import { decimal, oneOf, text } from '../reading/scalars.ts'
import { type FileShape, isObject, object, optional, or, required, shaped } from '../reading/shape.ts'
import { type ArgumentsInFile, argumentShapeOf, type FactArguments } from './arguments.ts'
import { argumentKeys, checkValueTypeArguments, findFact } from './conditions.ts'
import { faultOfBounds, isPerCurrency, type Money, money, type PerCurrency } from './per-currency.ts'
import { type ReckonedAmount, type ReckonedAmountInFile, reckonedAmount } from './reckoned-amounts.ts'

/** A fixed number, N for every M of a fact, or what several facts come to. */
export type Amount = number | RatedAmount | ReckonedAmount

/** An amount of several facts, rather than a rate of one. */
export function isReckoned<A extends { readonly of: unknown }>(amount: A): amount is Extract<A, { of: object }> {
  return typeof amount.of === 'object'
}

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

export type AmountInFile = number | RatedAmountInFile | ReckonedAmountInFile
/** An amount in the currency of the location. */
export type LocalAmountInFile = AmountInFile | PerCurrency

const positive = decimal({ above: 0, example: '5' })
const bound = decimal({ min: 0 })
const localPositive = money(positive)

const example = '{ give: 1, per: 1, of: checkout.netTotal }'

const rated = ratedAmount(positive, bound)
const localRated = ratedAmount(localPositive, money(bound))
const reckoned = reckonedAmount(decimal(), bound)
const localReckoned = reckonedAmount(money(decimal()), money(bound))

/** Even if it lacks what it is of. */
const isOfSeveral = (value: object) =>
  isObject(Reflect.get(value, 'of')) || ['times', 'plus', 'minus'].some((key) => Object.hasOwn(value, key))

/** An amount of a balance, whose unit does not depend on the location. */
export const amount: FileShape<AmountInFile> = shaped(
  { schema: { anyOf: [positive.schema, rated.schema, reckoned.schema] }, example: '5' },
  (value, at) => {
    if (isPerCurrency(value)) return at.fault('amountOfBalance')
    if (!isObject(value)) return positive(value, at)
    return isOfSeveral(value) ? reckoned(value, at) : rated(value, at)
  },
)

/** An amount of money in the currency of the location. */
export const localAmount: FileShape<LocalAmountInFile> = shaped(
  { schema: { anyOf: [localPositive.schema, localRated.schema, localReckoned.schema] }, example: '5' },
  (value, at) => {
    if (!isObject(value) || !isRate(value)) return localPositive(value, at)
    return isOfSeveral(value) ? localReckoned(value, at) : localRated(value, at)
  },
)

/** A rate, even if it lacks a key, rather than amounts by currency. */
const isRate = (value: object) =>
  ['give', 'per', 'of', 'steps', 'times', 'plus', 'minus', 'min', 'max', 'round'].some((key) =>
    Object.hasOwn(value, key),
  )

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
