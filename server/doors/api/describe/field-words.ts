import { type FieldSpec, textCharactersMax } from '../../../ground/contract/field.ts'

/** What the field is when it is absent. */
export const defaultOf = ({ defaultValue, absentMeans }: FieldSpec) => defaultValue ?? absentMeans

/** What a description says of a field beside its type: the explanation, limits and marks, as one text. */
export function describeField(spec: FieldSpec, inRequests: boolean): string {
  return [spec.about, ...limitsOf(spec, inRequests), ...marksOf(spec).map(({ text }) => `${text}.`)].join(' ')
}

/** Limits in words. A text's or a list's are checked when a request is read, and mean nothing in a response. */
export function limitsOf(spec: FieldSpec, inRequests: boolean): readonly string[] {
  const limits: string[] = []
  const format = formatOf(spec)
  if (format) limits.push(format)
  const bounds = inRequests || isNumber(spec) ? boundsOf(spec) : undefined
  if (bounds) limits.push(bounds)
  const choices = spec.item?.choices
  if (choices) limits.push(`Each one of ${choices.join(', ')}.`)
  if (spec.clearable) limits.push('An empty text clears it.')
  return limits
}

function formatOf(spec: FieldSpec): string | undefined {
  if (spec.kind === 'date') return 'yyyy-MM-dd.'
  if (spec.kind !== 'dateTime') return undefined
  return spec.utc ? 'yyyy-MM-dd HH:mm:ss, always in UTC.' : 'yyyy-MM-dd HH:mm:ss.'
}

function boundsOf(spec: FieldSpec): string | undefined {
  const { kind, min = 0, max } = spec
  if (isNumber(spec)) return numberBounds(spec)
  if (kind === 'list') return max === undefined || max === 1000 ? undefined : `At most ${max} elements.`
  if (kind !== 'text' || max === undefined || max === textCharactersMax) return undefined
  return min > 1 ? `${min} to ${max} characters.` : `At most ${max} characters.`
}

function numberBounds({ min, max }: FieldSpec): string | undefined {
  if (min === undefined && max === undefined) return undefined
  if (min === undefined) return `At most ${max}.`
  return max === undefined ? `At least ${min}.` : `${min} to ${max}.`
}

export function isNumber(spec: FieldSpec): boolean {
  return spec.kind === 'integer' || spec.kind === 'decimal' || spec.kind === 'number'
}

/** A condition on the brand under which the field exists. */
export interface FieldMark {
  readonly kind: 'v2' | 'enablement'
  readonly text: string
}

export function marksOf(spec: Pick<FieldSpec, 'v2' | 'enablement'>): readonly FieldMark[] {
  const marks: FieldMark[] = []
  if (spec.v2) marks.push({ kind: 'v2', text: 'JSON v2' })
  if (spec.enablement) marks.push({ kind: 'enablement', text: `Needs the enablement ${spec.enablement}` })
  return marks
}

/** The JSON type in words, a model by its name. */
export function typeOf(spec: FieldSpec): string {
  switch (spec.kind) {
    case 'text':
    case 'choice':
    case 'date':
    case 'dateTime':
      return 'string'
    case 'flag':
      return 'boolean'
    case 'integer':
      return 'integer'
    case 'decimal':
    case 'number':
      return 'number'
    case 'list':
      return `array of ${spec.item ? typeOf(spec.item) : 'string'}`
    case 'object':
    case 'json':
      return spec.model?.name ?? 'object'
  }
}

/** An integer without a bound may be an instant in milliseconds, which has more than 32 bits. */
export function integerFormat(spec: FieldSpec): 'int32' | 'int64' {
  const { min = 0, max } = spec
  return max !== undefined && max < 2 ** 31 && min >= -(2 ** 31) ? 'int32' : 'int64'
}
