import type { Enablement } from '../kernel/enablement.ts'
import { type Refusal, refuse, refuseField } from '../kernel/errors.ts'
import { type Decimal, digitsMax, parseDecimal } from '../kernel/money.ts'
import { isDate, parseDateTime } from '../kernel/time.ts'
import type { FieldShape, FieldSpec, Model, Values } from './field.ts'
import { type JsonObject, type JsonValue, LongNumber } from './json.ts'
import type { UnknownField } from './unknown-fields.ts'

/** The settings of a brand that decide how a request is read. */
export interface ReadingRules {
  readonly apiVersion: 1 | 2
  readonly enabled: ReadonlySet<Enablement>
  readonly interfaceTimeZone: string
}

export interface ReadRequest<S extends FieldShape> {
  readonly kind: 'read'
  readonly value: Values<S>
  /** Paths that the contract does not have, so that integrators can find their typos. At most ten. */
  readonly unknown: readonly string[]
  readonly unknownFields: readonly UnknownField[]
}

export const unknownFieldsMax = 10
const pathCharactersMax = 200
/** Longer than any number that can be stored exactly. Longer texts are refused without being parsed. */
const numberCharactersMax = 64

/** Reads a body by an operation's contract: lenient with scalars, strict with everything else. */
export function readRequest<S extends FieldShape>(
  model: Model<S>,
  body: JsonObject,
  rules: ReadingRules,
): ReadRequest<S> | (Refusal & Pick<ReadRequest<S>, 'unknown' | 'unknownFields'>) {
  const reading = new Reading(rules)
  const value = reading.object(model, body, '')
  const { fault, unknown: unknownFields } = reading
  const unknown = unknownFields.length === 0 ? none : unknownFields.map((field) => field.path)
  if (fault) return { ...fault, unknown, unknownFields }
  return { kind: 'read', value: value as Values<S>, unknown, unknownFields }
}

const none: readonly string[] = []

interface Plan {
  readonly fields: readonly { readonly name: string; readonly spec: FieldSpec }[]
  /** The value if nothing is given. */
  readonly defaults: Readonly<Record<string, unknown>>
}

const plans = new WeakMap<Model, Plan>()

/** A model in the form that is fastest to read. It is made once for each model. */
function planOf(model: Model): Plan {
  let plan = plans.get(model)
  if (!plan) {
    const fields = Object.entries(model.fields).map(([name, { spec }]) => ({ name, spec }))
    const defaults: Record<string, unknown> = {}
    for (const { name, spec } of fields) if (spec.defaultValue !== undefined) defaults[name] = spec.defaultValue
    // Copying an object made by JSON.parse costs a tenth of copying one that was built key by key.
    plan = { fields, defaults: JSON.parse(JSON.stringify(defaults)) }
    plans.set(model, plan)
  }
  return plan
}

class Reading {
  readonly unknown: UnknownField[] = []
  fault: Refusal | undefined
  private readonly rules: ReadingRules

  constructor(rules: ReadingRules) {
    this.rules = rules
  }

  object(model: Model, body: JsonObject, path: string): Record<string, unknown> {
    const { fields, defaults } = planOf(model)
    const value: Record<string, unknown> = { ...defaults }
    let known = 0
    for (const { name, spec } of fields) {
      const given = body[name]
      if (spec.v2 && this.rules.apiVersion === 1) {
        if (!spec.steers || given === undefined || given === null || given === '') continue
        this.refuse(refuseField(104, `${path}${name}`, 'is for brands with apiVersion 2'))
        this.collectUnknown(model, body, { path, known: -1 })
        return value
      }
      if (given === undefined || given === null) {
        if (given === null) known += 1
        if (given === null && spec.filter) this.wrong(path + name, 'must not be null')
        else if (spec.required) this.absent(spec, path + name)
      } else {
        known += 1
        const read = this.field(spec, given, path + name)
        if (read !== undefined) value[name] = read
      }
      if (this.fault) {
        this.collectUnknown(model, body, { path, known: -1 })
        return value
      }
    }
    this.collectUnknown(model, body, { path, known })
    return value
  }

  private collectUnknown(model: Model, body: JsonObject, { path, known }: { path: string; known: number }): void {
    const names = Object.keys(body)
    if (names.length === known) return
    for (const name of names) {
      const spec = Object.hasOwn(model.fields, name) ? model.fields[name]?.spec : undefined
      const isKnown = spec && !(spec.v2 && this.rules.apiVersion === 1)
      if (!isKnown && this.unknown.length < unknownFieldsMax)
        this.unknown.push({ path: (path + name).slice(0, pathCharactersMax).toWellFormed(), name, model })
    }
  }

  private absent(spec: FieldSpec, path: string): unknown {
    // A required field with a default is described as required, but may be absent: then the default applies.
    if (spec.required && spec.defaultValue === undefined)
      this.refuse(spec.missing === 100 ? refuseField(100, path, 'is required') : refuse(spec.missing))
    return spec.defaultValue
  }

  private field(spec: FieldSpec, given: JsonValue, path: string): unknown {
    if (given === '' && spec.clearable) return ''
    if (given === '' && saysNothing(spec)) return spec.defaultValue
    if (spec.filter && isEmpty(given)) return this.wrong(path, 'must not be empty')
    const read = this.value(spec, given, path)
    if (this.fault) return undefined
    if (spec.required && read === '' && spec.min !== 0) return this.absent(spec, path)
    if (spec.enablement && read !== spec.defaultValue && !this.rules.enabled.has(spec.enablement)) {
      this.refuse(refuseField(104, path, `"${spec.enablement}" is not enabled for this brand`))
    }
    return read
  }

  private value(spec: FieldSpec, given: JsonValue, path: string): unknown {
    switch (spec.kind) {
      case 'text':
        return this.text(spec, given, path)
      case 'flag':
        return this.flag(given, path)
      case 'integer':
      case 'decimal':
      case 'number':
        return this.number(spec, given, path)
      case 'dateTime':
        return this.dateTime(spec, given, path)
      case 'date':
        return this.date(given, path)
      case 'choice':
        return this.choice(spec, given, path)
      case 'list':
        return this.list(spec, given, path)
      case 'object':
        return this.nested(spec, given, path)
      case 'json':
        return this.json(spec, given, path)
    }
  }

  private text(spec: FieldSpec, given: JsonValue, path: string): string | undefined {
    const text = this.scalarText(given, path)
    if (text === undefined) return undefined
    const { min = 0, max = 0 } = spec
    const length = text.length > max ? lengthOf(text, max) : text.length
    if (length > max || (length < min && !(spec.required && text === ''))) {
      return this.wrong(
        path,
        min > 1
          ? `must have ${min} to ${max} characters`
          : text === ''
            ? 'must not be empty'
            : `must have at most ${max} characters`,
      )
    }
    return text
  }

  private scalarText(given: JsonValue, path: string): string | undefined {
    if (typeof given === 'string') return given
    const number = given instanceof LongNumber ? safeInteger(given.text) : given
    const text = typeof number === 'number' ? plainText(number) : undefined
    return text ?? this.wrong(path, 'expected a text')
  }

  private flag(given: JsonValue, path: string): boolean | undefined {
    if (typeof given === 'boolean') return given
    if (given === 'true') return true
    if (given === 'false') return false
    return this.wrong(path, 'expected true or false')
  }

  private number(spec: FieldSpec, given: JsonValue, path: string): number | Decimal | undefined {
    const source = numberSource(given)
    if (source === undefined) return this.wrong(path, 'expected a number')
    const read = source.length <= numberCharactersMax ? parseDecimal(source) : undefined
    if (!read)
      return this.wrong(
        path,
        numberForm.test(source) ? `has too many digits: at most ${digitsMax}` : 'expected a number',
      )
    const size = read.units / 10 ** read.scale
    if ((spec.min !== undefined && size < spec.min) || (spec.max !== undefined && size > spec.max)) {
      return this.wrong(
        path,
        spec.max === undefined ? `must be at least ${spec.min}` : `must be from ${spec.min} to ${spec.max}`,
      )
    }
    if (spec.kind === 'decimal') return read
    if (spec.kind === 'integer' && read.scale > 0) return this.wrong(path, 'expected a whole number')
    return size
  }

  private dateTime(spec: FieldSpec, given: JsonValue, path: string): number | undefined {
    const instant =
      typeof given === 'string' ? parseDateTime(given, spec.utc ? 'UTC' : this.rules.interfaceTimeZone) : undefined
    return instant ?? this.wrong(path, 'expected a date and time, yyyy-MM-dd HH:mm:ss')
  }

  private date(given: JsonValue, path: string): string | undefined {
    return typeof given === 'string' && isDate(given) ? given : this.wrong(path, 'expected a date, yyyy-MM-dd')
  }

  private choice(spec: FieldSpec, given: JsonValue, path: string): string | undefined {
    if (typeof given === 'string' && spec.choices?.includes(given)) return given
    const meant = typeof given === 'string' && spec.anyCase ? inAnyCase(given, spec.choices) : undefined
    if (meant !== undefined) return meant
    return this.wrong(path, `must be one of ${spec.choices?.join(', ')}`)
  }

  private list(spec: FieldSpec, given: JsonValue, path: string): unknown[] | undefined {
    if (!Array.isArray(given)) return this.wrong(path, 'expected a list')
    if (given.length > (spec.max ?? 0)) return this.wrong(path, `must have at most ${spec.max} elements`)
    const { item } = spec
    if (!item) return []
    const values: unknown[] = []
    for (const [index, element] of given.entries()) {
      if (element === null) return this.wrong(`${path}[${index}]`, 'must not be null')
      values.push(this.value(item, element, `${path}[${index}]`))
      if (this.fault) return undefined
    }
    return values
  }

  private nested(spec: FieldSpec, given: JsonValue, path: string): Record<string, unknown> | undefined {
    if (
      typeof given !== 'object' ||
      given === null ||
      Array.isArray(given) ||
      given instanceof LongNumber ||
      !spec.model
    ) {
      return this.wrong(path, 'expected an object')
    }
    return this.object(spec.model, given, `${path}.`)
  }

  /** Numbers that are too long for other JSON readers are stored as texts. */
  private json(spec: FieldSpec, given: JsonValue, path: string): unknown {
    const text = JSON.stringify(given, (_key, value) => (value instanceof LongNumber ? value.text : value))
    if (text.length > (spec.max ?? 0)) return this.wrong(path, `must have at most ${spec.max} characters as JSON`)
    return JSON.parse(text)
  }

  private wrong(path: string, what: string): undefined {
    this.refuse(refuseField(100, path, `${what}`))
    return undefined
  }

  private refuse(refusal: Refusal): void {
    this.fault ??= refusal
  }
}

const wireTexts: ReadonlySet<FieldSpec['kind']> = new Set(['text', 'choice', 'date', 'dateTime'])

/**
 * Whether an empty text in the field counts as absent: in every optional text. Callers whose records cannot leave
 * fields out send empty ones.
 */
const saysNothing = (spec: FieldSpec): boolean => wireTexts.has(spec.kind) && !spec.required && !spec.filter

const isEmpty = (given: JsonValue): boolean => given === '' || (Array.isArray(given) && given.length === 0)

function inAnyCase(given: string, choices: readonly string[] = []): string | undefined {
  const lower = given.toLowerCase()
  return choices.find((choice) => choice.toLowerCase() === lower)
}

const numberForm = /^-?\d+(\.\d+)?([eE][+-]?\d+)?$/

/** In characters roughly as people count them: one outside the basic plane counts once. Long texts are not counted. */
function lengthOf(text: string, max: number): number {
  return text.length > 2 * max ? text.length : [...text].length
}

function numberSource(given: JsonValue): string | undefined {
  if (typeof given === 'number') return String(given)
  if (typeof given === 'string') return given
  return given instanceof LongNumber ? given.text : undefined
}

function safeInteger(text: string): number | undefined {
  const value = /^-?\d+$/.test(text) ? Number(text) : undefined
  return Number.isSafeInteger(value) ? value : undefined
}

/** A number's shortest decimal text, without an exponent; undefined if it is beyond 2^53 or too small. */
function plainText(given: number): string | undefined {
  if (Math.abs(given) > Number.MAX_SAFE_INTEGER) return undefined
  const text = String(given)
  if (!text.includes('e')) return text
  const read = parseDecimal(text)
  if (!read) return undefined
  const digits = String(Math.abs(read.units)).padStart(read.scale + 1, '0')
  return `${read.units < 0 ? '-' : ''}${digits.slice(0, -read.scale)}.${digits.slice(-read.scale)}`
}
