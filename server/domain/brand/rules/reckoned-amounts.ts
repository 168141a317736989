import { oncePer } from '../../../ground/kernel/once-per.ts'
import { facts } from '../facts/all.ts'
import { argumentsOf, type FactShape } from '../facts/fact-shape.ts'
import type { FileSchema } from '../reading/file-schema.ts'
import type { Place } from '../reading/place.ts'
import { decimal, oneOf, text } from '../reading/scalars.ts'
import { type FileShape, isObject, list, object, optional, or, required, shaped } from '../reading/shape.ts'
import { type ArgumentsInFile, argumentShapeOf, type FactArguments } from './arguments.ts'
import { argumentKeys, checkValueTypeArguments, findFact, typeOf } from './conditions.ts'
import { faultOfBounds, isPerCurrency, type Money } from './per-currency.ts'

const ways = ['sum', 'product', 'least', 'greatest'] as const
export type ReckoningWay = (typeof ways)[number]

/** A fact or a number that an amount is made of. */
export type ReckonedTerm = number | (FactArguments & { readonly fact: string })
type TermInFile = Money | (ArgumentsInFile & { readonly fact: string })

/** Several facts and numbers as one number; then times, plus and minus, in this order. */
export interface ReckonedAmount {
  readonly of: { readonly [W in ReckoningWay]?: readonly ReckonedTerm[] }
  readonly times?: number
  readonly plus?: number
  readonly minus?: number
  readonly min?: number
  readonly max?: number
  readonly round: 'down' | 'nearest' | 'up'
}

export interface ReckonedAmountInFile {
  readonly of: { readonly [W in ReckoningWay]?: readonly TermInFile[] }
  readonly times?: number
  readonly plus?: Money
  readonly minus?: Money
  readonly min?: Money
  readonly max?: Money
  readonly round: 'down' | 'nearest' | 'up'
}

/** What is reckoned with, and how. */
export function reckoningOf<T>(of: { readonly [W in ReckoningWay]?: readonly T[] }): {
  readonly by: ReckoningWay
  readonly terms: readonly T[]
} {
  const by = ways.find((way) => of[way] !== undefined) ?? 'sum'
  return { by, terms: of[by] ?? [] }
}

const termsMax = 8
const example = '{ of: { sum: [ { fact: products.total }, { fact: checkout.shipping } ] }, times: 0.05 }'
const factor = decimal({ above: 0, example: '0.05' })

/** An amount of several facts; `number` and `limit` are how its numbers and bounds are read. */
export function reckonedAmount(number: FileShape<Money>, limit: FileShape<Money>): FileShape<ReckonedAmountInFile> {
  const shape = object({
    of: required(reckoning(number)),
    times: optional(factor),
    plus: optional(limit),
    minus: optional(limit),
    min: optional(limit),
    max: optional(limit),
    round: or(oneOf('down', 'nearest', 'up'), 'down'),
  })
  return shaped({ schema: shape.schema, example }, (value, at) => {
    const read = shape(value, at)
    if (!read) return undefined
    const wrong = faultOfBounds(['min', read.min], ['max', read.max])
    return wrong === undefined ? read : at.report(wrong)
  })
}

function reckoning(number: FileShape<Money>): FileShape<ReckonedAmountInFile['of']> {
  const terms = list(termShape(number), { min: 1, max: termsMax, named: false })
  const schema: FileSchema = {
    type: 'object',
    properties: Object.fromEntries(ways.map((way) => [way, terms.schema])),
    additionalProperties: false,
    minProperties: 1,
    maxProperties: 1,
  }
  return shaped(
    { schema, example: '{ sum: [ { fact: products.total }, { fact: checkout.shipping } ] }' },
    (value, at) => {
      const given = isObject(value) ? ways.filter((way) => Object.hasOwn(value, way)) : []
      const [way] = given
      if (!isObject(value) || way === undefined || given.length > 1) return at.fault('reckoningUnclear', { ways })
      const read = object({ [way]: required(terms) })(value, at) as ReckonedAmountInFile['of'] | undefined
      const isFixed = read?.[way]?.every((term) => typeof term === 'number' || isPerCurrency(term))
      return isFixed ? at.fault('reckonsNoFact') : read
    },
  )
}

function termShape(number: FileShape<Money>): FileShape<TermInFile> {
  return shaped<TermInFile>(
    { schema: { anyOf: [number.schema, factSchema()] }, example: '{ fact: products.total }' },
    (value, at) => (isObject(value) && !isPerCurrency(value) ? readTerm(value, at) : number(value, at)),
  )
}

const shapeOf = oncePer((fact: FactShape) => object({ fact: required(text()), ...argumentKeys(fact) }))

function readTerm(value: Readonly<Record<string, unknown>>, at: Place): TermInFile | undefined {
  const fact = findFact(value, at)
  if (!fact) return undefined
  const { type, list: several } = typeOf(fact, value, at)
  if ((type !== 'number' && type !== 'amount') || several)
    return at.key(value, 'fact').fault('notCountable', { fact: String(value.fact) })
  const read = shapeOf(fact)(value, at) as (ArgumentsInFile & { readonly fact: string }) | undefined
  return read && checkValueTypeArguments(read, at) ? read : undefined
}

/** Any fact that may be a number, with the arguments of all of them. */
function factSchema(): FileSchema {
  const isOfField = (name: string) => name === 'demographic' || name === 'order'
  const counted = Object.entries(facts).filter(
    ([name, { type, list: several }]) => isOfField(name) || ((type === 'number' || type === 'amount') && !several),
  )
  const names = [...new Set(counted.flatMap(([, fact]) => argumentsOf(fact).map((one) => one.name)))]
  return {
    type: 'object',
    properties: {
      fact: { enum: counted.map(([name]) => name), enumDescriptions: counted.map(([, fact]) => fact.meaning) },
      ...Object.fromEntries(names.map((name) => [name, argumentShapeOf({ of: 'call' }, name).schema])),
    },
    required: ['fact'],
    additionalProperties: false,
  }
}
