import { facts } from '../facts/all.ts'
import { type ArgumentName, argumentsOf, type FactShape, type FactType } from '../facts/fact-shape.ts'
import type { FileSchema } from '../reading/file-schema.ts'
import { decimal } from '../reading/scalars.ts'
import { argumentShapeOf } from './arguments.ts'
import { type OperatorName, operators, operatorsFor } from './operators.ts'
import { money } from './per-currency.ts'

/** Conditions are nested, so schemas refer to them by these names. */
export const conditionRefs = {
  call: { $ref: '#/definitions/condition' },
  card: { $ref: '#/definitions/cardCondition' },
} as const satisfies Record<FactShape['of'], FileSchema>

/** What is said of conditions to those who write them. */
export interface ConditionMeanings {
  readonly all: string
  readonly any: string
  readonly none: string
  readonly atLeast: string
  readonly fact: string
  readonly op: string
  readonly value: string
  readonly factOf: (name: string) => string
  readonly operatorOf: (name: OperatorName) => string
}

export const conditionMeanings: ConditionMeanings = {
  all: 'All of these hold.',
  any: 'At least one of these holds.',
  none: 'None of these holds.',
  atLeast: 'At least so many of these hold.',
  fact: 'What is compared.',
  op: 'How it is compared. A flag without an operator must be true.',
  value: 'What it is compared with: two values for between, a list for in and notIn.',
  factOf: (name) => facts[name]?.meaning ?? '',
  operatorOf: (name) => operators[name].meaning,
}

/** A condition of rules, or one about cards alone. */
export function conditionSchema(of: FactShape['of'], meanings: ConditionMeanings): FileSchema {
  const nested: FileSchema = { type: 'array', items: conditionRefs[of] }
  const group = (name: string, description: string): FileSchema => ({
    type: 'object',
    description,
    properties: { [name]: nested },
    required: [name],
    additionalProperties: false,
  })
  return {
    anyOf: [
      comparisonSchema(of, meanings),
      group('all', meanings.all),
      group('any', meanings.any),
      group('none', meanings.none),
      {
        type: 'object',
        description: meanings.atLeast,
        properties: { atLeast: { type: 'integer', minimum: 1 }, of: nested },
        required: ['atLeast', 'of'],
        additionalProperties: false,
      },
    ],
  }
}

const operatorNames = Object.keys(operators) as OperatorName[]

/**
 * All facts and all arguments in one object, so that editors can complete them; then, for each group of facts that are
 * alike, which arguments and operators belong to them.
 */
function comparisonSchema(of: FactShape['of'], meanings: ConditionMeanings): FileSchema {
  const known = Object.entries(facts).filter(([, fact]) => of === 'call' || fact.of === 'card')
  const names = [...new Set(known.flatMap(([, fact]) => argumentsOf(fact).map(({ name }) => name)))]
  const alike = Map.groupBy(known, ([name, fact]) => kindOf(name, fact))
  return {
    type: 'object',
    properties: {
      fact: {
        description: meanings.fact,
        enum: known.map(([name]) => name),
        enumDescriptions: known.map(([name]) => meanings.factOf(name)),
      },
      ...Object.fromEntries(names.map((name) => [name, argumentShapeOf({ of }, name).schema])),
      op: {
        description: meanings.op,
        enum: operatorNames,
        enumDescriptions: operatorNames.map(meanings.operatorOf),
      },
      value: { description: meanings.value },
    },
    required: ['fact'],
    additionalProperties: false,
    allOf: [...alike.values()].map((group) => ({
      if: { properties: { fact: { enum: group.map(([name]) => name) } }, required: ['fact'] },
      // biome-ignore lint/suspicious/noThenProperty: JSON Schema's own word; an object, never a function
      then: requirementsOf(group[0], names),
    })),
  }
}

/** The types of demographic fields and of attributes are not known here. */
const isOfField = (name: string) => name === 'demographic' || name === 'order'

/** Facts with the same arguments, operators and values are alike. */
function kindOf(name: string, fact: FactShape): string {
  const { type, list, choices, range, isLocal, requires = [], takes = [] } = fact
  return JSON.stringify([isOfField(name), type, list, choices, range, isLocal, requires, takes])
}

function requirementsOf(one: readonly [string, FactShape] | undefined, names: readonly ArgumentName[]): FileSchema {
  if (!one) return {}
  const [name, fact] = one
  const taken = argumentsOf(fact).map((argument) => argument.name)
  const strange = names.filter((argument) => !taken.includes(argument))
  const isAnyType = isOfField(name)
  return {
    required: [...(fact.requires ?? []), ...(fact.type === 'flag' || name === 'order' ? [] : ['op'])],
    properties: {
      ...Object.fromEntries(strange.map((argument): [string, false] => [argument, false])),
      ...(!isAnyType && {
        op: { enum: [...operatorsFor(fact.type, fact.list ?? false), ...(fact.type === 'flag' ? [null] : [])] },
        value: valueSchema(fact),
      }),
    },
  }
}

/** One value, or a list of them. */
function valueSchema({ type, choices, range, isLocal }: FactShape): FileSchema {
  const one = isLocal ? money(decimal()).schema : oneValue[type]
  const schema: FileSchema = choices
    ? { anyOf: [{ enum: choices }, { type: 'string' }] }
    : { ...one, ...(range && { minimum: range[0], maximum: range[1] }) }
  return { anyOf: [schema, { type: 'array', items: schema }, { type: 'null' }] }
}

const oneValue: Readonly<Record<FactType, FileSchema>> = {
  number: { type: ['number', 'string'] },
  amount: { type: ['number', 'string'] },
  flag: { type: 'boolean' },
  text: { type: 'string' },
  date: { type: 'string' },
}
