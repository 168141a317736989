import { oncePer } from '../../kernel/once-per.ts'
import type { FileSchema } from '../reading/file-schema.ts'
import { decimal, oneOf, text } from '../reading/scalars.ts'
import { type FileShape, isObject, object, optional, or, required, shaped } from '../reading/shape.ts'
import { argumentShapes, type FactArguments } from './arguments.ts'
import { argumentKeys, checkValueTypeArguments, findFact } from './conditions.ts'
import { argumentsOf, facts } from './facts.ts'

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

const positive = decimal({ above: 0, example: '5' })

const example = '{ give: 1, per: 1, of: checkout.netTotal }'

export const amount: FileShape<Amount> = shaped({ schema: amountSchema(), example: '5' }, (value, at) => {
  if (!isObject(value)) return positive(value, at)
  if (!Object.hasOwn(value, 'of')) return at.key(value, 'of').fault(`is required, as in ${example}`)
  const fact = findFact(value, at, 'of')
  if (!fact) return undefined
  if (!isCountable(fact.type) || fact.list) {
    return at.key(value, 'of').fault(`${value.of} is not a number, so an amount cannot be computed from it`)
  }
  const read = ratedShapeOf(fact)(value, at) as RatedAmount | undefined
  if (!read || !checkValueTypeArguments(read, at)) return undefined
  if ((read.min ?? 0) > (read.max ?? Number.POSITIVE_INFINITY)) return at.fault('min is above max')
  return read
})

/** A rate takes the arguments of its fact, which may be any that is a number. */
function amountSchema(): FileSchema {
  const counted = Object.entries(facts).filter(([, { type, list }]) => isCountable(type) && !list)
  const rate = ratedAmountShape({ type: 'number', of: 'call', meaning: '' }).schema
  const names = [...new Set(counted.flatMap(([, fact]) => argumentsOf(fact).map(({ name }) => name)))]
  return {
    anyOf: [
      positive.schema,
      {
        ...rate,
        properties: {
          ...rate.properties,
          of: { enum: counted.map(([name]) => name), enumDescriptions: counted.map(([, fact]) => fact.meaning) },
          ...Object.fromEntries(names.map((name) => [name, argumentShapes[name].schema])),
        },
      },
    ],
  }
}

function isCountable(type: string): boolean {
  return type === 'number' || type === 'amount'
}

const ratedShapeOf = oncePer(ratedAmountShape)

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
