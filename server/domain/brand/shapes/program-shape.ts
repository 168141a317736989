import { firstTwice } from '../../../ground/kernel/first-twice.ts'
import { parseDecimal, toMinor } from '../../../ground/kernel/money.ts'
import type { Place } from '../reading/place.ts'
import { currency, decimal, idOf, integer, oneOf, text, textLike } from '../reading/scalars.ts'
import {
  checked,
  distinct,
  type FileShape,
  isObject,
  list,
  namedBefore,
  object,
  optional,
  or,
  orSameAs,
  required,
  type Shaped,
  shaped,
} from '../reading/shape.ts'
import { faultOfBounds } from '../rules/per-currency.ts'
import { isOneAndOther, type NumberForms, type ValueDisplay } from '../value-names.ts'
import { balanceCode, balanceTypes } from './balance-type.ts'
import { byLanguage } from './spoken-shape.ts'
import { tiersShape } from './tier-shape.ts'

/** The unique name of a value type within a program: `Points`, `Currency USD`. */
export function valueTypeName(value: { balanceType: string; balanceCode?: string | undefined }): string {
  return value.balanceCode ? `${value.balanceType} ${value.balanceCode}` : value.balanceType
}

/** Currency and Custom need a balanceCode; the other types have none. */
export const needsBalanceCode = (balanceType: string | undefined): boolean =>
  balanceType === 'Currency' || balanceType === 'Custom'

export function checkNamedCode(value: { balanceType: string; balanceCode?: string | undefined }, at: Place): boolean {
  const needsCode = needsBalanceCode(value.balanceType)
  if (needsCode === (value.balanceCode !== undefined)) return true
  at.fault(needsCode ? 'codeNeeded' : 'codeExtra', { balanceType: value.balanceType })
  return false
}

/** What one of it and what several of it are called. */
const oneAndOther = object(
  { one: required(text({ max: 64 })), other: required(text({ max: 64 })) },
  '{ one: Star, other: Stars }',
)

const word = optional(text({ max: 64 }))
/** What so much of it is called in a language, by the language's own forms of numbers. */
const numberForms = object(
  { zero: word, one: word, two: word, few: word, many: word, other: required(text({ max: 64 })) },
  '{ one: Stern, other: Sterne }',
)
const nameInLanguage = shaped<string | NumberForms>(
  { schema: { anyOf: [text({ max: 64 }).schema, numberForms.schema] }, example: 'Sterne' },
  (value, at) => (isObject(value) ? numberForms(value, at) : text({ max: 64 })(value, at)),
)
const namesByLanguage = byLanguage(nameInLanguage)

/** The name for people: one text for any amount, or one for 1 and one for all others; or that for each language. */
const display = shaped<ValueDisplay>(
  { schema: { anyOf: [text({ max: 64 }).schema, oneAndOther.schema, namesByLanguage.schema] }, example: 'Stars' },
  (value, at) => {
    if (!isObject(value)) return text({ max: 64 })(value, at)
    return isOneAndOther(value) ? oneAndOther(value, at) : namesByLanguage(value, at)
  },
)

const limitNames = ['maxBalance', 'minIssue', 'maxIssue', 'minRedeem', 'maxRedeem'] as const
const limit = decimal({ min: 0 })

const valueTypeObject = object({
  balanceType: required(oneOf(...balanceTypes)),
  balanceCode: optional(balanceCode),
  display: optional(display),
  scale: required(integer(0, 6)),
  maxBalance: optional(limit),
  minIssue: optional(limit),
  maxIssue: optional(limit),
  minRedeem: optional(limit),
  maxRedeem: optional(limit),
  subtracks: or(distinct(text({ max: 64 }), { max: 100 }), []),
})
export type ValueTypeEntry = Shaped<typeof valueTypeObject>

const valueTypeShape = namedBefore(checked(valueTypeObject, checkValueType), announce)

/** Registers the value type before it is read, so that a fault in it causes no others elsewhere. */
function announce(value: Readonly<Record<string, unknown>>, at: Place): void {
  if (typeof value.balanceType !== 'string') return
  const code = typeof value.balanceCode === 'string' ? value.balanceCode : undefined
  at.defineShared('valueType', valueTypeName({ balanceType: value.balanceType, balanceCode: code }))
  at.defineShared('valueCode', code ?? value.balanceType)
  if (!Array.isArray(value.subtracks)) return
  for (const subtrack of value.subtracks) at.defineShared('subtrack', String(subtrack))
}

function checkValueType(value: ValueTypeEntry, at: Place): void {
  if (checkNamedCode(value, at) && value.balanceType === 'Currency') currency(value.balanceCode, at)
  if (value.balanceType !== 'Punches' && value.subtracks.length > 0) at.fault('subtracksOfPunches')
  for (const name of limitNames) {
    const given = parseDecimal(String(value[name] ?? 0))
    if (!given || toMinor(given, value.scale) === undefined) {
      at.faultAt(name, 'tooManyDigits', { amount: String(value[name]), scale: value.scale })
    }
  }
  for (const wrong of [
    faultOfBounds(['minIssue', value.minIssue], ['maxIssue', value.maxIssue]),
    faultOfBounds(['minRedeem', value.minRedeem], ['maxRedeem', value.maxRedeem]),
  ]) {
    if (wrong !== undefined) at.report(wrong)
  }
}

/** A set may use up half of all possible numbers. With more, drawing a free one would take too long. */
const spacePerNumber = 2

/** `generate`: numbers of `length` characters in total, made of the prefix and random characters. */
export function generateShape(prefix: FileShape<string>, alphabetSize: number, maxCount: number) {
  return checked(
    object({
      count: required(integer(0, maxCount)),
      prefix: or(prefix, ''),
      length: required(integer(4, 64)),
    }),
    (generate, at) => {
      const random = generate.length - generate.prefix.length
      if (alphabetSize ** Math.max(random, 0) < generate.count * spacePerNumber || random < 1) {
        at.fault('tooFewNumbers', { random: Math.max(random, 0), count: generate.count })
      }
    },
  )
}

const cardPrefix = textLike(/^[0-9]*$/, 'digits', { min: 0, max: 60, example: '"6006"' })

const cardShape = object({
  cardNumber: required(idOf('cardNumber', text({ min: 4, max: 100 }))),
  pin: optional(textLike(/^[0-9]{1,6}$/, 'pin', { example: '"0001"' })),
  status: or(oneOf('Inventory', 'Distributed', 'Demo'), 'Inventory'),
})
export type CardEntry = Shaped<typeof cardShape>

const cardSetShape = object({
  id: required(idOf('cardSet')),
  name: orSameAs(text(), 'id'),
  generate: optional(generateShape(cardPrefix, 10, 10_000_000)),
  cards: optional(list(cardShape)),
})
export type CardSetEntry = Shaped<typeof cardSetShape>

const programObject = object({
  id: required(idOf('program')),
  name: orSameAs(text(), 'id'),
  type: or(text({ max: 64 }), 'loyalty'),
  currency: optional(currency),
  pinLength: or(integer(0, 6), 4),
  cardsExpireAfter: optional(object({ days: required(integer(1, 36_500)) })),
  valueTypes: required(list(valueTypeShape, { min: 1, max: 100 })),
  cardSets: or(list(cardSetShape), []),
  tiers: optional(tiersShape),
})
export type ProgramEntry = Shaped<typeof programObject>

export const programShape = checked(programObject, checkProgram)

function checkProgram(program: ProgramEntry, at: Place): void {
  const names = program.valueTypes.map(valueTypeName)
  const twice = firstTwice(names)
  if (twice !== undefined) at.faultAt('valueTypes', 'valueTypeTwice', { name: twice })
  const earned = program.tiers?.by.balanceType
  if (program.tiers && earned !== undefined) {
    const name = valueTypeName({ balanceType: earned, balanceCode: program.tiers.by.balanceCode })
    if (!names.includes(name)) at.faultAt('tiers.by', 'valueTypeMissing', { name, has: names })
  }
  for (const set of program.cardSets) {
    const wrong = set.cards?.filter((card) => card.pin !== undefined && card.pin.length !== program.pinLength) ?? []
    for (const card of wrong) {
      const path = `cardSets[${set.id}].cards[${card.cardNumber}].pin`
      at.faultAt(path, 'pinDigits', { digits: program.pinLength })
    }
  }
}
