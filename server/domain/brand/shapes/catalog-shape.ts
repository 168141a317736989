import { codeKey } from '../../../ground/kernel/code-key.ts'
import { couponAlphabet } from '../../../ground/kernel/ids.ts'
import type { Advice } from '../faults/advice.ts'
import type { FileReading, Place } from '../reading/place.ts'
import { date, dateTime, decimal, flag, idOf, integer, oneOf, text, textLike, uuid } from '../reading/scalars.ts'
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
import { productAttributes } from './attribute-shape.ts'
import { generateShape } from './program-shape.ts'

const couponPrefix = textLike(/^[!-~]*$/, 'asciiWithoutSpaces', { min: 0, max: 60, example: '"W-"' })

const codeUsesMax = 1_000_000_000
const codesMax = 10_000

/** A text that many customers present. Every code is defined by what it is compared by. */
const publicCodeShape = checked(
  object(
    {
      code: required(textLike(/^\S(.*\S)?$/u, 'codeWithoutSpaces', { max: 100, example: 'SUMMER10' })),
      uses: optional(integer(0, codeUsesMax, '1000')),
      perCard: optional(integer(1, codeUsesMax)),
      from: optional(dateTime),
      until: optional(dateTime),
    },
    '{ code: SUMMER10, uses: 1000, perCard: 1 }',
  ),
  ({ code, from, until }, at) => {
    at.define('code', codeKey(code))
    if (from !== undefined && until !== undefined && until <= from) at.fault('untilNotLater')
  },
)

const couponSet = checked(
  object({
    id: required(idOf('couponSet')),
    name: orSameAs(text(), 'id'),
    generate: optional(generateShape(couponPrefix, couponAlphabet.length, 10_000_000)),
    coupons: optional(list(idOf('couponId', text({ max: 100 })))),
    autoGenerate: or(flag, false),
    codes: optional(list(publicCodeShape, { min: 1, max: codesMax })),
  }),
  (set, at) => {
    if (set.autoGenerate && !set.generate) at.fault('generateNeeded')
    if (set.codes && (set.generate || set.coupons || set.autoGenerate)) at.fault('couponsOrCodes')
  },
)

/** Whether a set is one of codes is known before its rules are read. */
export const couponSetShape = namedBefore(couponSet, ({ id, codes }, at) => {
  if (typeof id === 'string' && codes !== undefined && codes !== null) at.defineShared('codeSet', id)
})

/** Reports the coupons of the file that a public code of the file would hide. */
export function checkCodes(sets: readonly Shaped<typeof couponSet>[], at: Place): void {
  const codes = new Map(sets.flatMap(({ codes: own = [] }) => own.map(({ code }) => [codeKey(code), code] as const)))
  if (codes.size === 0) return
  for (const { id, coupons = [] } of sets) {
    for (const coupon of coupons) {
      const code = codes.get(codeKey(coupon))
      if (code !== undefined) at.faultAt(`couponSets[${id}].coupons`, 'couponIsCode', { coupon, code })
    }
  }
}

/** A set of coupons where codes are meant, or the other way round. */
export function checkSetKind(set: string | undefined, wanted: 'coupons' | 'codes', at: Place): boolean {
  if (set === undefined || !at.reading.find('couponSet', set)) return true
  const found = at.reading.find('codeSet', set) ? 'codes' : 'coupons'
  if (found === wanted) return true
  at.faultAt('set', 'otherSetKind', { set, has: found })
  return false
}

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
    attributes: optional(productAttributes),
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
export function listMeant(given: string, reading: FileReading): Advice | undefined {
  const isNamed = (name: string) => !/ [0-9a-f]{8}-[0-9a-f-]{27}$/.test(name)
  return isNamed(given) ? reading.meantAmong(given, reading.namesOf('listName'), isNamed) : undefined
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
