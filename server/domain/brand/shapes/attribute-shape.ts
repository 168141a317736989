import {
  type AttributeDefinition,
  type Attributes,
  type AttributeTest,
  type AttributeValue,
  attributeTextMax,
} from '../attributes.ts'
import { foundOf } from '../faults/found.ts'
import type { FileSchema } from '../reading/file-schema.ts'
import type { Place } from '../reading/place.ts'
import { decimal, flag, oneOf, text } from '../reading/scalars.ts'
import {
  checked,
  distinct,
  type FileShape,
  isObject,
  list,
  namedBefore,
  object,
  optional,
  required,
  shaped,
} from '../reading/shape.ts'
import { faultOfBounds } from '../rules/per-currency.ts'

/** Of lines and products, and as many of sales. */
const attributesMax = 32
const attributeValuesMax = 64

const types = ['text', 'oneOf', 'flag', 'number', 'severalOf'] as const
const valueText = text({ max: attributeTextMax, example: 'Acme' })

const definition = checked(
  object(
    {
      name: required(text({ max: 64, example: 'brand' })),
      type: required(oneOf(...types)),
      values: optional(distinct(valueText, { min: 1, max: attributeValuesMax })),
    },
    '{ name: size, type: oneOf, values: [S, M, L] }',
  ),
  ({ type, values }, at) => {
    if (isListed(type) && values === undefined) at.fault('valuesNeeded', { type })
    if (!isListed(type) && values !== undefined) at.faultAt('values', 'valuesExtra', { type })
  },
)

const isListed = (type: AttributeDefinition['type']) => type === 'oneOf' || type === 'severalOf'

export type AttributeNoun = 'attribute' | 'orderAttribute'

/** Attributes of lines and products, or of sales. What they are is known before whoever has them is read. */
export const attributesShape = (noun: AttributeNoun) =>
  list(
    namedBefore(definition, ({ name, type, values }, at) => {
      if (typeof name === 'string') at.define(noun, name, draftOf(name, type, values))
    }),
    { max: attributesMax },
  )

/** What is wrong with a definition is one fault, and not another for each place that has the attribute. */
function draftOf(name: string, type: unknown, values: unknown): AttributeDefinition | undefined {
  const known = types.find((one) => one === type)
  if (known === undefined) return undefined
  const texts = Array.isArray(values) ? values.filter((one) => typeof one === 'string') : []
  return isListed(known) ? (texts.length > 0 ? { name, type: known, values: texts } : undefined) : { name, type: known }
}

/** What an attribute is, for whoever names it. Undefined, and noted, where nobody knows. */
function definitionOf(noun: AttributeNoun, name: string, at: Place): AttributeDefinition | undefined {
  at.mention(noun, name)
  return at.reading.find(noun, name)?.detail as AttributeDefinition | undefined
}

const anything: FileShape<AttributeValue> = shaped({ schema: {}, example: 'Acme' }, (value, at) =>
  value === null ? at.fault('valueless', { name: 'value', example: 'Acme' }) : (value as AttributeValue),
)

/** What a product says about itself. */
function valueShape({ type, values = [] }: AttributeDefinition): FileShape<AttributeValue> {
  switch (type) {
    case 'text':
      return valueText
    case 'oneOf':
      return oneOf(...values)
    case 'flag':
      return flag
    case 'number':
      return decimal({ example: '0.35' })
    case 'severalOf':
      return distinct(oneOf(...values), { min: 1, max: attributeValuesMax })
  }
}

const scalar: FileSchema = { type: ['string', 'number', 'boolean'] }
const texts: FileSchema = { type: 'array', items: { type: 'string' } }

/** By the names of the file's attributes. */
function byName<T>(
  notes: { readonly example: string; readonly schema: FileSchema },
  shapeOf: (definition: AttributeDefinition) => FileShape<T>,
): FileShape<Readonly<Record<string, T>>> {
  return shaped(
    { schema: { type: 'object', additionalProperties: notes.schema }, example: notes.example },
    (value, at) => {
      if (!isObject(value)) return at.fault('notObject', { example: notes.example, found: foundOf(value) })
      const names = Object.keys(value).toSorted()
      if (names.length === 0) return at.fault('namesNoAttributes', { example: notes.example })
      const read = names.map((name) => {
        const place = at.key(value, name)
        const known = definitionOf('attribute', name, place)
        const shape = known ? shapeOf(known) : (anything as FileShape<T>)
        return [name, shape(value[name], place)] as const
      })
      return read.every(([, one]) => one !== undefined) ? (Object.fromEntries(read) as Record<string, T>) : undefined
    },
  )
}

/** The attributes of a product. */
export const productAttributes: FileShape<Attributes> = byName(
  { example: '{ brand: Acme }', schema: { anyOf: [scalar, texts] } },
  valueShape,
)

const bounds = checked(
  object({ min: optional(decimal({ example: '0.3' })), max: optional(decimal()) }, '{ min: 0.3 }'),
  ({ min, max }, at) => {
    if (min === undefined && max === undefined) at.fault('boundsEmpty')
    const wrong = faultOfBounds(['min', min], ['max', max])
    if (wrong !== undefined) at.report(wrong)
  },
)

/** One value or a list of them; read as a list in either case. */
function anyOf<T>(one: FileShape<T>): FileShape<readonly T[]> {
  const several = list(one, { min: 1, max: attributeValuesMax })
  return shaped({ schema: { anyOf: [one.schema, several.schema] }, example: several.example }, (value, at) =>
    Array.isArray(value) ? several(value, at) : several([value], at),
  )
}

const numbers = anyOf(decimal({ example: '0.3' }))

function testShape({ type, values = [] }: AttributeDefinition): FileShape<AttributeTest> {
  switch (type) {
    case 'text':
      return anyOf(valueText)
    case 'oneOf':
    case 'severalOf':
      return anyOf(oneOf(...values))
    case 'flag':
      return flag
    case 'number':
      return shaped<AttributeTest>({ schema: bounds.schema, example: '{ min: 0.3 }' }, (value, at) =>
        isObject(value) ? bounds(value, at) : numbers(value, at),
      )
  }
}

/** What `where` asks of attributes: all names, any value of a list. */
export const attributeTests: FileShape<Readonly<Record<string, AttributeTest>>> = byName(
  {
    example: '{ brand: [Acme, Bolt] }',
    schema: {
      anyOf: [
        scalar,
        { type: 'array', items: { type: ['string', 'number'] } },
        { type: 'object', properties: { min: { type: ['number', 'string'] }, max: { type: ['number', 'string'] } } },
      ],
    },
  },
  testShape,
)
