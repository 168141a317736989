import { couponAlphabet } from '../../kernel/ids.ts'
import { suggestion } from '../../kernel/nearest.ts'
import { date, decimal, flag, idOf, integer, oneOf, text, textLike, uuid } from '../reading/scalars.ts'
import {
  checked,
  distinct,
  list,
  namedBefore,
  object,
  optional,
  or,
  orSameAs,
  record,
  required,
  type Shaped,
} from '../reading/shape.ts'
import { generateShape } from './program-shape.ts'

const couponPrefix = textLike(/^[!-~]*$/, 'ASCII without spaces', { min: 0, max: 60, example: '"W-"' })

export const couponSetShape = checked(
  object({
    id: required(idOf('couponSet')),
    name: orSameAs(text(), 'id'),
    generate: optional(generateShape(couponPrefix, couponAlphabet.length, 10_000_000)),
    coupons: optional(list(idOf('couponId', text({ max: 100 })))),
    autoGenerate: or(flag, false),
  }),
  (set, at) => {
    if (set.autoGenerate && !set.generate)
      at.fault('autoGenerate needs generate, which says what new coupons look like')
  },
)

const fieldTypes = ['String', 'Integer', 'Date'] as const

export const demographicFieldShape = namedBefore(
  object({
    name: required(text({ max: 64 })),
    type: or(oneOf(...fieldTypes), 'String'),
    list: or(flag, false),
    labels: optional(record(text({ max: 16 }), record(text(), text()))),
  }),
  ({ name, type, list: several }, at) => {
    const known = fieldTypes.find((one) => one === type) ?? 'String'
    if (typeof name === 'string') at.define('demographicField', name, { name, type: known, list: several === true })
  },
)
export type DemographicField = Shaped<typeof demographicFieldShape>

export const productShape = object(
  {
    sku: required(idOf('product', text({ max: 100 }))),
    name: orSameAs(text(), 'sku'),
    cost: optional(decimal({ min: 0 })),
    /** A product of the file, or the name of a group that is not itself sold. */
    parent: optional(checked(text({ max: 100 }), (name, at) => at.defineShared('parent', name))),
    categories: or(distinct(checked(text({ max: 100 }), (name, at) => at.defineShared('category', name))), []),
  },
  '{ sku: ESP, name: Espresso, categories: [drinks] }',
)
export type Product = Shaped<typeof productShape>

export const subscriptionListShape = namedBefore(
  object({
    uuid: required(idOf('list', uuid)),
    name: required(text()),
    channel: or(oneOf('email', 'sms', 'phone', 'push'), 'email'),
    public: or(flag, true),
  }),
  ({ uuid: id, name, channel = 'email' }, at) => {
    for (const known of [name, id])
      if (typeof known === 'string') at.defineShared('listName', listName(String(channel), known), id)
  },
)

/** Identifies a list within its channel, by its name or its UUID. A list for text messages belongs to the phone channel. */
export function listName(channel: string, name: string): string {
  return `${channel === 'sms' ? 'phone' : channel} ${name}`
}

/** The list that was most likely meant. One UUID is never meant by another. */
export function listSuggestion(given: string, known: Iterable<string>): string {
  const isNamed = (name: string) => !/ [0-9a-f]{8}-[0-9a-f-]{27}$/.test(name)
  return isNamed(given) ? suggestion(given, [...known].filter(isNamed)) : ''
}

export const eventGroups = [
  'ECOM',
  'EMAIL',
  'SMS',
  'DIRECT MAIL',
  'IN STORE',
  'FEEDBACK',
  'SOCIAL',
  'MILESTONE',
  'OTHER',
] as const

export const eventTypeShape = object({
  categoryId: required(idOf('eventType')),
  name: orSameAs(text(), 'categoryId'),
  groupType: or(oneOf(...eventGroups), 'OTHER'),
  sentiment: or(integer(-1, 1), 0),
})

/** A value of a demographic field, by the field's type. */
export function demographicValue(type: DemographicField['type']) {
  switch (type) {
    case 'String':
      return text({ max: 1000 })
    case 'Integer':
      return integer(-integerMax, integerMax)
    case 'Date':
      return date
  }
}

const integerMax = 10 ** 15 - 1
