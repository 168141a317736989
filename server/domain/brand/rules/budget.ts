import { meantOf } from '../faults/advice.ts'
import { foundOf } from '../faults/found.ts'
import { currency, decimal, oneOf } from '../reading/scalars.ts'
import {
  checked,
  type FileShape,
  isObject,
  object,
  optional,
  or,
  record,
  required,
  type Shaped,
  shaped,
} from '../reading/shape.ts'
import { balanceCode, balanceTypes } from '../shapes/balance-type.ts'
import { checkValueTypeArguments } from './conditions.ts'
import { period } from './period.ts'

const positive = decimal({ above: 0, example: '500' })
const byCurrency = record(currency, positive, '{ USD: 500, EUR: 450 }')

/** One amount, or for discounts one for each currency that locations have: { USD: 500, EUR: 450 }. */
const budgetAmount: FileShape<number | Readonly<Record<string, number>>> = shaped(
  { schema: { anyOf: [positive.schema, { ...byCurrency.schema, minProperties: 1 }] }, example: positive.example },
  (value, at) => (isObject(value) ? byCurrency(value, at) : positive(value, at)),
)

const givenBalance = checked(
  object(
    { balanceType: required(oneOf(...balanceTypes)), balanceCode: optional(balanceCode) },
    '{ balanceType: Points }',
  ),
  checkValueTypeArguments,
)
type GivenBalance = Shaped<typeof givenBalance>

/** What a budget counts. */
const discounts = oneOf('discount')
const budgetOf: FileShape<'discount' | GivenBalance> = shaped(
  { schema: { anyOf: [discounts.schema, givenBalance.schema] }, example: 'discount' },
  (value, at) => {
    if (isObject(value)) return givenBalance(value, at)
    if (value === 'discount') return value
    return at.fault('notBudgetOf', { found: foundOf(value), advice: meantOf(value, ['discount']) })
  },
)

const budgetObject = object(
  { amount: required(budgetAmount), of: required(budgetOf), every: or(period, 'ever') },
  '{ amount: 500, of: discount, every: day }',
)

/** What the firings of a rule or a campaign may give away in all. */
export type Budget = Shaped<typeof budgetObject>

export const budget = checked(budgetObject, ({ amount, of, every }, at) => {
  if (typeof amount === 'object' && of !== 'discount') at.faultAt('amount', 'oneAmount')
  if (typeof amount === 'object' && Object.keys(amount).length === 0) at.faultAt('amount', 'currencyNeeded')
  if (typeof every === 'object' && every.days === 0) at.faultAt('every.days', 'daysOutOfRange')
})
