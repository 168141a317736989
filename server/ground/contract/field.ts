import type { Enablement } from '../kernel/enablement.ts'
import type { ErrorCode } from '../kernel/errors.ts'
import type { Decimal } from '../kernel/money.ts'
import type { Instant } from '../kernel/time.ts'

/**
 * What an operation takes and returns, stated once. The request reader, the TypeScript types, the interface
 * descriptions and the reference page are all derived from these fields, so none of them can be forgotten.
 */
export interface FieldSpec {
  readonly kind:
    | 'text'
    | 'flag'
    | 'integer'
    | 'decimal'
    | 'number'
    | 'dateTime'
    | 'date'
    | 'choice'
    | 'list'
    | 'object'
    | 'json'
  readonly about: string
  readonly required: boolean
  /** The refusal when a required field is absent: 6 for a card number, 100 for all others. */
  readonly missing: ErrorCode
  readonly defaultValue?: string | number | boolean
  /** The same, if the operation applies it itself because it must know that the field was absent. */
  readonly absentMeans?: string | number | boolean
  /** Marked JSON v2: the field does not exist for a brand with apiVersion 1. */
  readonly v2: boolean
  /** With v2: says whose balance moves, or when. For a brand with apiVersion 1 it is refused, not passed over (104). */
  readonly steers?: true
  /** Anything but the default needs this enablement (104). */
  readonly enablement?: Enablement
  /** Bounds for the length of a text or list, or for a number. */
  readonly min?: number
  readonly max?: number
  readonly choices?: readonly string[]
  readonly item?: FieldSpec
  readonly model?: Model
  /** A date that is always read in UTC, whatever the brand's interface time zone. */
  readonly utc?: boolean
  /** An empty text is accepted whatever the type: it clears the stored value. */
  readonly clearable?: boolean
  /** A filter: an empty one must never mean everybody. */
  readonly filter?: boolean
  /** A choice that is read in upper or lower case, and stored as it is spelled here. */
  readonly anyCase?: boolean
  /** What it tells, if not everybody may know it. */
  readonly tells?: Tells
}

/** `person`: who somebody is, or what was written about them. `secret`: what proves something, such as a pin. */
export type Tells = 'person' | 'secret'

/** `defaulted`: may be left out, and is there all the same once it is read. */
type Presence = 'required' | 'optional' | 'defaulted'

/** A named group of fields; the name is the model's name in the interface descriptions. */
export interface Model<S extends FieldShape = FieldShape> {
  readonly name: string
  readonly about: string
  readonly fields: S
  /** Every field that has this model tells this, wherever it stands. */
  readonly tells?: Tells
}

export type FieldShape = { readonly [name: string]: Field<unknown, Presence, unknown> }

/** The type of the value that a shape is read into. */
export type Values<S extends FieldShape> = {
  readonly [K in keyof S as S[K] extends AlwaysThere ? K : never]: TypeOf<S[K]>
} & {
  readonly [K in keyof S as S[K] extends AlwaysThere ? never : K]?: TypeOf<S[K]>
}

/** The type of the JSON that a shape is read from. */
export type Sent<S extends FieldShape> = {
  readonly [K in keyof S as S[K] extends Demanded ? K : never]: SentAs<S[K]>
} & {
  readonly [K in keyof S as S[K] extends Demanded ? never : K]?: SentAs<S[K]> | undefined
}

type Demanded = Field<unknown, 'required', unknown>
type AlwaysThere = Field<unknown, 'required' | 'defaulted', unknown>
type TypeOf<F> = F extends Field<infer T, Presence, unknown> ? T : never
type SentAs<F> = F extends Field<unknown, Presence, infer W> ? W : never

/** T is what it is read into, W the JSON that it is read from. */
export class Field<T, P extends Presence = 'optional', W = T> {
  readonly spec: FieldSpec
  /** Only for the compiler: the type that the field is read into, and whether it is always present. */
  declare readonly type: T
  declare readonly presence: P
  declare readonly sent: W

  constructor(spec: FieldSpec) {
    this.spec = spec
  }

  required(missing: ErrorCode = 100): Field<T, 'required', W> {
    return new Field({ ...this.spec, required: true, missing })
  }
  default(defaultValue: T & (string | number | boolean)): Field<T, 'defaulted', W> {
    return new Field({ ...this.spec, defaultValue })
  }
  absentMeans(absentMeans: string | number | boolean): Field<T, P, W> {
    return new Field({ ...this.spec, absentMeans })
  }
  /** Marked JSON v2, and money would go elsewhere without it. */
  steeringV2(): Field<T, P, W> {
    return new Field({ ...this.spec, v2: true, steers: true })
  }
  v2(): Field<T, P, W> {
    return new Field({ ...this.spec, v2: true })
  }
  enablement(enablement: Enablement): Field<T, P, W> {
    return new Field({ ...this.spec, enablement })
  }
  between(min: number, max: number): Field<T, P, W> {
    return new Field({ ...this.spec, min, max })
  }
  clearable(): Field<T | '', P, W | ''> {
    return new Field({ ...this.spec, clearable: true })
  }
  /** Refuses null, an empty text and an empty list, which other fields treat as absent. */
  filter(): Field<T, P, W> {
    return new Field({ ...this.spec, filter: true })
  }
  anyCase(): Field<T, P, W> {
    return new Field({ ...this.spec, anyCase: true })
  }
  max(max: number): Field<T, P, W> {
    return new Field({ ...this.spec, max })
  }
  /** Of an answer: left out for whoever may not see people. Of a request: refused from them. */
  personal(): Field<T, P, W> {
    return new Field({ ...this.spec, tells: 'person' })
  }
  /** Of an answer: for programs that ask with a key of their own, and shown to nobody in the portal. Of a request: kept nowhere. */
  secret(): Field<T, P, W> {
    return new Field({ ...this.spec, tells: 'secret' })
  }
}

const plain = { required: false, missing: 100, v2: false } as const

/** No text of the interface is longer unless its field says so. */
export const textCharactersMax = 1024
const jsonCharactersMax = 16_384
const listElementsMax = 1000

export const text = (about: string) =>
  new Field<string>({ ...plain, kind: 'text', about, min: 0, max: textCharactersMax })
/** An identifier: a text that must not be empty if it is given. */
export const id = (about: string) => new Field<string>({ ...plain, kind: 'text', about, min: 1, max: 100 })
export const flag = (about: string) => new Field<boolean>({ ...plain, kind: 'flag', about })
export const integer = (about: string) => new Field<number>({ ...plain, kind: 'integer', about })
/** An exact decimal number of a request. */
export const decimal = (about: string) =>
  new Field<Decimal, 'optional', number | string>({ ...plain, kind: 'decimal', about })
/** A number of a response. */
export const number = (about: string) => new Field<number>({ ...plain, kind: 'number', about })
/** `yyyy-MM-dd HH:mm:ss` in a request, in the brand's interface time zone. */
export const dateTime = (about: string) => new Field<Instant, 'optional', string>({ ...plain, kind: 'dateTime', about })
/** `yyyy-MM-dd HH:mm:ss` in a request, always in UTC. */
export const utcDateTime = (about: string) =>
  new Field<Instant, 'optional', string>({ ...plain, kind: 'dateTime', about, utc: true })
export const date = (about: string) => new Field<string>({ ...plain, kind: 'date', about })
export const oneOf = <const C extends readonly string[]>(about: string, choices: C) =>
  new Field<C[number]>({ ...plain, kind: 'choice', about, choices })
export const object = <S extends FieldShape>(about: string, model: Model<S>) =>
  new Field<Values<S>, 'optional', Sent<S>>({ ...plain, kind: 'object', about, model })

/** Any JSON, stored and returned as it was given. `max` bounds its text. The model only gives it a name. */
export const json = (about: string, model: Model) =>
  new Field<unknown>({ ...plain, kind: 'json', about, model, max: jsonCharactersMax })

/** A list of models or of single values; at most 1,000 elements unless its field says otherwise. */
export function list<S extends FieldShape>(
  about: string,
  item: Model<S>,
): Field<readonly Values<S>[], 'optional', readonly Sent<S>[]>
export function list<T, W>(about: string, item: Field<T, 'optional', W>): Field<readonly T[], 'optional', readonly W[]>
export function list(about: string, item: Model | Field<unknown, Presence, unknown>): Field<unknown> {
  const spec = item instanceof Field ? item.spec : object(item.about, item).spec
  return new Field({ ...plain, kind: 'list', about, item: spec, min: 0, max: listElementsMax })
}

export function model<S extends FieldShape>(name: string, about: string, fields: S): Model<S> {
  return { name, about, fields }
}

/** A group of fields that says who somebody is. */
export function personalModel<S extends FieldShape>(name: string, about: string, fields: S): Model<S> {
  return { name, about, fields, tells: 'person' }
}
