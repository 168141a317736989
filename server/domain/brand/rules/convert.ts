import { foundOf } from '../faults/found.ts'
import type { Place } from '../reading/place.ts'
import { dateTime, decimal, oneOf, reference } from '../reading/scalars.ts'
import { checked, type FileShape, object, optional, required, type Shaped, shaped } from '../reading/shape.ts'
import { balanceCode, balanceTypes } from '../shapes/balance-type.ts'
import { valueTypeName } from '../shapes/program-shape.ts'
import { type AmountInFile, amount } from './amounts.ts'
import { checkValueTypeArguments } from './conditions.ts'
import { checkExpiry, duration } from './expiry.ts'

/** `all` is whatever the card has when it is converted. */
const most: FileShape<AmountInFile | 'all'> = shaped(
  { schema: { anyOf: [{ enum: ['all'] }, amount.schema] }, example: 'all' },
  (value, at) => {
    if (value === 'all') return value
    const isWord = typeof value === 'string' && !/\d/.test(value)
    return isWord ? at.fault('notAllOrNumber', { example: amount.example, found: foundOf(value) }) : amount(value, at)
  },
)

const source = checked(
  object(
    {
      balanceType: required(oneOf(...balanceTypes)),
      balanceCode: optional(balanceCode),
      subtrack: optional(reference('subtrack')),
      amount: required(most),
    },
    '{ balanceType: Points, amount: all }',
  ),
  checkValueTypeArguments,
)

const target = checked(
  object(
    {
      balanceType: required(oneOf(...balanceTypes)),
      balanceCode: optional(balanceCode),
      subtrack: optional(reference('subtrack')),
      give: required(decimal({ above: 0, example: '1' })),
      per: required(decimal({ above: 0, example: '100' })),
      expiresAfter: optional(duration),
      expiresAt: optional(dateTime),
    },
    '{ balanceType: Currency, balanceCode: USD, give: 1, per: 100 }',
  ),
  (value, at) => {
    checkValueTypeArguments(value, at)
    checkExpiry(value, at)
  },
)

const conversion = object(
  { from: required(source), to: required(target) },
  '{ from: { balanceType: Points, amount: all }, to: { balanceType: Currency, balanceCode: USD, give: 1, per: 100 } }',
)
export type Conversion = Shaped<typeof conversion>

/** Turns whole steps of one balance into another. */
export const convert = checked(conversion, checkConversion)

function checkConversion({ from, to }: Conversion, at: Place): void {
  if (valueTypeName(from) === valueTypeName(to) && from.subtrack === to.subtrack) {
    at.faultAt('to', 'convertsItself')
  }
}
