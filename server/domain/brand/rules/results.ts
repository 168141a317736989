import { meantOf } from '../faults/advice.ts'
import { type BrandFault, faultOf } from '../faults/fault.ts'
import { foundKeys, foundOf } from '../faults/found.ts'
import type { FileSchema } from '../reading/file-schema.ts'
import { dateTime, flag, integer, oneOf, reference, text } from '../reading/scalars.ts'
import {
  checked,
  type FileShape,
  isObject,
  list,
  object,
  optional,
  or,
  record,
  required,
  type Shaped,
  shaped,
} from '../reading/shape.ts'
import { balanceCode, balanceTypes } from '../shapes/balance-type.ts'
import { type DemographicField, demographicValue, listMeant, listName } from '../shapes/catalog-shape.ts'
import { spoken } from '../shapes/spoken-shape.ts'
import { addProduct } from './add-product.ts'
import { amount } from './amounts.ts'
import { days } from './arguments.ts'
import { checkValueTypeArguments } from './conditions.ts'
import { convert } from './convert.ts'
import { discount } from './discount.ts'
import { checkExpiry, duration } from './expiry.ts'
import { message } from './mustache.ts'
import type { InOneCurrency } from './per-currency.ts'
import { personalOfferShape } from './personal-offer.ts'

const issue = checked(
  object(
    {
      balanceType: required(oneOf(...balanceTypes)),
      balanceCode: optional(balanceCode),
      amount: required(amount),
      expiresAfter: optional(duration),
      expiresAt: optional(dateTime),
      activeAfter: optional(days),
      returnRelated: or(flag, false),
      subtrack: optional(reference('subtrack')),
      to: or(oneOf('card', 'root', 'child', 'referrer'), 'card'),
    },
    '{ balanceType: Points, amount: 5 }',
  ),
  (value, at) => {
    checkValueTypeArguments(value, at)
    checkExpiry(value, at)
    if (
      value.expiresAfter &&
      'days' in value.expiresAfter &&
      value.expiresAfter.days <= (value.activeAfter?.days ?? 0)
    ) {
      at.fault('expiresBeforeActive')
    }
  },
)

const redeem = checked(
  object(
    {
      balanceType: required(oneOf(...balanceTypes)),
      balanceCode: optional(balanceCode),
      subtrack: optional(reference('subtrack')),
      amount: required(amount),
    },
    '{ balanceType: Points, amount: 5 }',
  ),
  checkValueTypeArguments,
)

/** Who gets a coupon, a message or an event; the card unless the file says otherwise. */
const receiver = oneOf('card', 'referrer')

const allocateCoupon = checked(
  object({
    set: required(reference('couponSet')),
    promotion: optional(text({ max: 100 })),
    expiresAfter: optional(duration),
    expiresAt: optional(dateTime),
    tags: or(list(text({ max: 100 })), []),
    onlyThisCard: or(flag, false),
    to: optional(receiver),
  }),
  (value, at) => {
    checkExpiry(value, at)
    if (at.reading.find('codeSet', value.set)) at.faultAt('set', 'couponOfCodes', { set: value.set })
  },
)

const channels = ['direct', 'email', 'sms', 'push', 'webhook'] as const

/** Whoever wants to say something after a year has a date rule for it. */
const laterDaysMax = 365
const laterHours = object({ hours: required(integer(1, 24 * laterDaysMax)) }, '{ hours: 2 } or { days: 2 }')
const laterDays = object({ days: required(integer(1, laterDaysMax)) }, '{ hours: 2 } or { days: 2 }')

/** How long after the call a message is sent: at most a year. Days have 24 hours. */
const later: FileShape<Shaped<typeof laterHours> | Shaped<typeof laterDays>> = shaped(
  { schema: { anyOf: [laterHours.schema, laterDays.schema] }, example: laterHours.example },
  (value, at) => {
    if (isObject(value) && Object.hasOwn(value, 'hours')) return laterHours(value, at)
    if (isObject(value) && Object.hasOwn(value, 'days')) return laterDays(value, at)
    return at.fault('notDelay', { found: isObject(value) ? { is: 'neither' } : foundOf(value) })
  },
)

const messages = checked(
  object(
    {
      channel: required(oneOf(...channels)),
      template: optional(reference('template')),
      text: optional(spoken(message({ max: 10_000 }))),
      receipt: or(flag, false),
      to: optional(receiver),
      list: optional(text({ max: 200 })),
      after: optional(later),
    },
    '{ channel: direct, text: "Thank you" }',
  ),
  (value, at) => {
    if ((value.template === undefined) === (value.text === undefined)) at.fault('templateOrText')
    if (value.receipt && value.channel !== 'direct') at.fault('receiptOnlyDirect')
    if (value.after && value.channel === 'direct') {
      at.faultAt('after', 'directLater')
    }
    if (value.to === 'referrer' && value.channel === 'direct') {
      at.faultAt('to', 'directToReferrer')
    }
    const { template = '', channel } = value
    const made = at.reading.find('template', template)?.detail
    if (typeof made === 'string' && channel !== 'direct' && made !== channel)
      at.fault('templateChannel', { template, made, channel })
  },
)

/** A list may be given by its UUID or its name; either must be of the message's channel. The UUID is kept. */
const notify = shaped<Shaped<typeof messages>>(messages, (value, at) => {
  const read = messages(value, at)
  if (read?.list === undefined) return read
  const { channel, list: name } = read
  if (channel !== 'email' && channel !== 'sms') return at.faultAt('list', 'noLists', { channel })
  const uuid = at.reading.find('listName', listName(channel, name))?.detail
  if (typeof uuid === 'string') return { ...read, list: uuid }
  if (at.reading.isIncomplete('listName')) return undefined
  const advice = listMeant(listName(channel, name), at.reading)
  return at.faultAt('list', 'unknownList', { name, channel, advice })
})

const logEvent = object({
  categoryId: required(reference('eventType')),
  payload: optional(message({ max: 1000 })),
  properties: or(record(text({ max: 64 }), text({ max: 1000 })), {}),
  to: optional(receiver),
})

const scalar = shaped<string | number>({ schema: { type: ['string', 'number'] }, example: 'Latte' }, (value, at) => {
  if (typeof value === 'string') return value
  if (typeof value === 'number') return value + 0
  return at.fault('notFieldValue', { found: foundOf(value) })
})

const demographic = checked(
  object({ name: required(reference('demographicField')), value: or<string | number | null>(scalar, null) }),
  (value, at) => {
    const field = at.reading.find('demographicField', value.name)?.detail as DemographicField | undefined
    if (field && value.value !== null) demographicValue(field.type)(value.value, at)
  },
)

/** Clearing a field is said, with null: a value that was forgotten must not clear it. */
const setDemographic: typeof demographic = shaped(
  { ...demographic, schema: { ...demographic.schema, required: ['name', 'value'] }, example: demographic.example },
  (value, at) =>
    isObject(value) && !Object.hasOwn(value, 'value')
      ? at.key(value, 'value').fault('clearedByNull')
      : demographic(value, at),
)

/** Everything a rule can do, and how each is read. */
const resultShapes = {
  issue,
  redeem,
  discount,
  convert,
  addProduct,
  allocateCoupon,
  notify,
  logEvent,
  enroll: object({ program: required(reference('program')) }),
  setDemographic,
  personalOffer: personalOfferShape,
  block: object({ message: required(spoken(message({ max: 500 }))) }),
} as const

export type ResultName = keyof typeof resultShapes
/** One result: an object with a single key, its name. */
export type ResultInFile = { [N in ResultName]: { readonly [M in N]: Shaped<(typeof resultShapes)[N]> } }[ResultName]
/** A result with its amounts in one currency. */
export type Result = InOneCurrency<ResultInFile>

export const resultNames = Object.keys(resultShapes) as readonly ResultName[]

const wholeResults = Object.fromEntries(
  resultNames.map((name) => [name, object({ [name]: required<unknown>(resultShapes[name]) })]),
) as Record<ResultName, FileShape<unknown>>

/** One key, of those that name a result. */
const resultSchema: FileSchema = {
  type: 'object',
  properties: Object.fromEntries(resultNames.map((name) => [name, resultShapes[name].schema])),
  minProperties: 1,
  maxProperties: 1,
  additionalProperties: false,
}

const resultExample = `{ issue: ${issue.example} }`

const result: FileShape<ResultInFile> = shaped({ schema: resultSchema, example: resultExample }, (value, at) => {
  const keys = isObject(value) ? Object.keys(value) : []
  const name = resultNames.find((one) => one === keys[0])
  if (!isObject(value) || keys.length !== 1 || !name) {
    return at.report(notResult(value, keys))
  }
  return wholeResults[name](value, at) as ResultInFile | undefined
})

/** Other words for results, and what they most likely mean. */
const otherNames: Readonly<Record<string, ResultName>> = {
  points: 'issue',
  reward: 'issue',
  earn: 'issue',
  give: 'issue',
  add: 'issue',
  credit: 'issue',
  exchange: 'convert',
  conversion: 'convert',
  spend: 'redeem',
  burn: 'redeem',
  debit: 'redeem',
  off: 'discount',
  percent: 'discount',
  coupon: 'allocateCoupon',
  voucher: 'allocateCoupon',
  message: 'notify',
  email: 'notify',
  sms: 'notify',
  push: 'notify',
  send: 'notify',
  event: 'logEvent',
  offer: 'personalOffer',
  gift: 'addProduct',
  freeProduct: 'addProduct',
  product: 'addProduct',
  refuse: 'block',
  reject: 'block',
}

function notResult(value: unknown, keys: readonly string[]): BrandFault {
  const [first = ''] = keys
  const isResult = (key: string) => resultNames.some((name) => name === key)
  const others = keys.filter((key) => !isResult(key))
  // The keys of a result beside its name, instead of below it: the indentation is wrong.
  if (keys.length > 1 && others.length < keys.length && others.length > 0) {
    return faultOf('resultsIndented', { names: others, result: keys.find(isResult) ?? '' })
  }
  const other = Object.hasOwn(otherNames, first) ? otherNames[first] : undefined
  if (other && keys.length === 1) {
    return faultOf('otherResult', { given: first, name: other, example: resultShapes[other].example })
  }
  if (keys.length > 1 && others.length === 0) return faultOf('severalResults', { names: keys })
  const meant = keys.length === 1 ? meantOf(first, resultNames) : undefined
  const advice = meant ?? { advice: 'example', text: resultExample }
  return faultOf('notChoice', { choices: resultNames, found: foundKeys(keys, value), advice })
}

export function nameOf(result: Result | ResultInFile): ResultName {
  return resultNames.find((name) => name in result) ?? 'block'
}

/** An issue says for itself whose value types it means. One to the referrer of a call without any was always accepted. */
export function isForReferrer(result: ResultInFile): boolean {
  if ('allocateCoupon' in result) return result.allocateCoupon.to === 'referrer'
  if ('notify' in result) return result.notify.to === 'referrer'
  return 'logEvent' in result && result.logEvent.to === 'referrer'
}

export const results = list(result, { min: 1, max: 100, named: false })
