import { parseDecimal } from '../../ground/kernel/money.ts'
import { oncePer } from '../../ground/kernel/once-per.ts'

/** An attribute as the file defines it. */
export interface AttributeDefinition {
  readonly name: string
  readonly type: 'text' | 'oneOf' | 'flag' | 'number' | 'severalOf'
  /** Of oneOf and severalOf. */
  readonly values?: readonly string[]
}

/** What a line or a sale says about itself: texts, numbers, flags, and lists of texts, as JSON has them. */
export type AttributeValue = string | number | boolean | readonly string[]
export type Attributes = Readonly<Record<string, AttributeValue>>

/** What `where` asks of one attribute: one of these texts or numbers, this flag, or a number within bounds. */
export type AttributeTest = readonly string[] | readonly number[] | boolean | NumberBounds

interface NumberBounds {
  readonly min?: number
  readonly max?: number
}

/** What was sent, as far as the brand knows it, and the names of what it does not, or not like that. */
export interface SentAttributes {
  readonly known?: Attributes
  readonly unknown: readonly UnknownAttribute[]
}

export interface UnknownAttribute {
  readonly name: string
  /** What the brand knows by this name. Absent: no attribute has it. */
  readonly definition?: AttributeDefinition
  /** They are no object at all. */
  readonly isNoObject?: true
}

const none: SentAttributes = { unknown: [] }
const definitionsByName = oncePer(
  (definitions: readonly AttributeDefinition[]) => new Map(definitions.map((one) => [one.name, one])),
)

/** Reads the attributes of a request. What is null or empty says nothing. */
export function readAttributes(sent: unknown, definitions: readonly AttributeDefinition[] = nobody): SentAttributes {
  if (sent === undefined || sent === null || sent === '') return none
  if (typeof sent !== 'object' || Array.isArray(sent)) return { unknown: [{ name: '', isNoObject: true }] }
  const byName = definitionsByName(definitions)
  const known: [string, AttributeValue][] = []
  const unknown: UnknownAttribute[] = []
  for (const [name, given] of Object.entries(sent)) {
    const definition = byName.get(name)
    if (!definition) unknown.push({ name })
    else if (!saysNothing(given)) {
      const value = readValue(given, definition)
      if (value === undefined) unknown.push({ name, definition })
      else known.push([name, value])
    }
  }
  return known.length === 0 ? { unknown } : { known: Object.fromEntries(known), unknown }
}

const valuesOf = oncePer(({ values }: AttributeDefinition): ReadonlySet<string> => new Set(values))

const nobody: readonly AttributeDefinition[] = []
const saysNothing = (given: unknown) => given === null || given === '' || (Array.isArray(given) && given.length === 0)

/** As lenient with texts, numbers and flags as the rest of a request is read. */
function readValue(given: unknown, definition: AttributeDefinition): AttributeValue | undefined {
  switch (definition.type) {
    case 'text':
      return textOf(given)
    case 'oneOf': {
      const text = textOf(given)
      return text !== undefined && valuesOf(definition).has(text) ? text : undefined
    }
    case 'flag':
      return given === true || given === 'true' ? true : given === false || given === 'false' ? false : undefined
    case 'number':
      return numberOf(given)
    case 'severalOf': {
      const texts = (Array.isArray(given) ? given : [given]).map(textOf)
      const isKnown = texts.every((one) => one !== undefined && valuesOf(definition).has(one))
      return isKnown ? [...new Set(texts as string[])] : undefined
    }
  }
}

function textOf(given: unknown): string | undefined {
  const text = typeof given === 'number' ? String(given) : given
  if (typeof text !== 'string' || [...text].length > attributeTextMax) return undefined
  return unprintable.test(text) ? undefined : text
}

const unprintable = /\p{Cc}/u

/** At most 15 digits, so that the number is what was written. */
function numberOf(given: unknown): number | undefined {
  if (typeof given !== 'number' && typeof given !== 'string') return undefined
  const text = String(given)
  return text.length <= numberCharactersMax && parseDecimal(text) ? Number(text) + 0 : undefined
}

const numberCharactersMax = 64

/** In characters, also of the values that a file lists. */
export const attributeTextMax = 100

/** What was expected of an attribute that is not passed on; undefined where none has its name. */
export function expectedOf({ definition, isNoObject }: UnknownAttribute): string | undefined {
  if (isNoObject) return 'an object'
  return definition && wordsOf(definition)
}

function wordsOf({ type, values = [] }: AttributeDefinition): string {
  switch (type) {
    case 'text':
      return `a text of at most ${attributeTextMax} characters`
    case 'oneOf':
      return `one of ${values.join(', ')}`
    case 'flag':
      return 'true or false'
    case 'number':
      return 'a number of at most 15 digits'
    case 'severalOf':
      return `a list of ${values.join(', ')}`
  }
}

/** Whether all that is asked holds. What is absent, or of another type, is not what is asked for. */
export function holdAll(
  tests: readonly (readonly [string, AttributeTest])[],
  attributes: Attributes = nothing,
): boolean {
  return tests.every(([name, test]) => Object.hasOwn(attributes, name) && holds(test, attributes[name]))
}

export function holdAny(
  tests: readonly (readonly [string, AttributeTest])[],
  attributes: Attributes = nothing,
): boolean {
  return tests.some(([name, test]) => Object.hasOwn(attributes, name) && holds(test, attributes[name]))
}

const nothing: Attributes = {}

/**
 * Numbers of at most 15 digits are told apart and put in order by JavaScript's own: two of them that differ never round
 * to the same one.
 */
function holds(test: AttributeTest, value: AttributeValue | undefined): boolean {
  if (typeof test === 'boolean') return value === test
  if (isList(test)) {
    const asked: readonly (string | number)[] = test
    return isTexts(value) ? value.some((one) => asked.includes(one)) : asked.includes(value as string | number)
  }
  return typeof value === 'number' && value >= (test.min ?? -Infinity) && value <= (test.max ?? Infinity)
}

const isList = (test: AttributeTest): test is readonly string[] | readonly number[] => Array.isArray(test)
const isTexts = (value: AttributeValue | undefined): value is readonly string[] => Array.isArray(value)
