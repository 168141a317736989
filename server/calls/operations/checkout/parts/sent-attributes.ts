import {
  type AttributeDefinition,
  type Attributes,
  expectedOf,
  readAttributes,
  type UnknownAttribute,
} from '../../../../domain/brand/attributes.ts'
import type { Brand } from '../../../../domain/brand/brand.ts'
import { json, model } from '../../../../ground/contract/field.ts'
import { findNearest } from '../../../../ground/contract/unknown-fields.ts'
import type { StrangeField } from '../../strange-field.ts'

const charactersMax = 8192

export const lineAttributes = json(
  'What the line is, by the names in `attributes` of the brand file. Wins over the catalogue.',
  model('LineAttributes', 'Attributes of a line: { brand: "Acme", size: "L" }.', {}),
).max(charactersMax)

export const orderAttributes = json(
  'What the sale is, by the names in `orderAttributes` of the brand file.',
  model('OrderAttributes', 'Attributes of a sale: { channel: "app" }.', {}),
).max(charactersMax)

interface SentLine {
  readonly attributes?: unknown
}

/** Lines with the attributes that the brand knows; the very same where none has any. */
export function withKnownAttributes<L extends SentLine>(
  lines: readonly L[],
  { document }: Brand,
): readonly (Omit<L, 'attributes'> & { readonly attributes?: Attributes | undefined })[] {
  if (lines.every(({ attributes }) => attributes === undefined)) return lines as readonly Omit<L, 'attributes'>[]
  return lines.map((line) => ({ ...line, attributes: readAttributes(line.attributes, document.attributes).known }))
}

export const knownOrderAttributes = (sent: unknown, { document }: Brand): Attributes | undefined =>
  sent === undefined ? undefined : readAttributes(sent, document.orderAttributes).known

/**
 * What of the attributes of lines is passed over: so many at most. More are neither compared with what the brand knows nor put
 * into words, however many somebody sends. `field` is the name of their list.
 */
export function strangeInLines(
  lines: readonly SentLine[] = [],
  field: string,
  { document }: Brand,
  most: number,
): StrangeField[] {
  const strange: StrangeField[] = []
  for (const [index, { attributes }] of lines.entries()) {
    if (strange.length >= most) break
    const path = `${field}[${index}].attributes`
    strange.push(...strangeIn(attributes, path, document.attributes, most - strange.length))
  }
  return strange
}

export function strangeInSale(
  { products, orderAttributes: sent }: { readonly products?: readonly SentLine[]; readonly orderAttributes?: unknown },
  brand: Brand,
  most: number,
): StrangeField[] {
  const ofLines = strangeInLines(products, 'products', brand, most)
  return [...ofLines, ...strangeIn(sent, 'orderAttributes', brand.document.orderAttributes, most - ofLines.length)]
}

function strangeIn(
  sent: unknown,
  path: string,
  definitions: readonly AttributeDefinition[] = [],
  most: number,
): StrangeField[] {
  if (sent === undefined) return []
  const names = definitions.map(({ name }) => name)
  return readAttributes(sent, definitions)
    .unknown.slice(0, most)
    .map((one) => ({ path: one.name === '' ? path : `${path}.${one.name}`, advice: adviceOf(one, names) }))
}

function adviceOf(one: UnknownAttribute, names: readonly string[]): string {
  const expected = expectedOf(one)
  if (expected !== undefined) return `expected ${expected}`
  const meant = findNearest(one.name, names)
  if (meant !== undefined) return `unknown attribute; did you mean ${meant}?`
  return names.length === 0
    ? 'unknown attribute; the brand has none'
    : `unknown attribute; known here: ${names.join(', ')}`
}
