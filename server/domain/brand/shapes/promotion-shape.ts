import type { Place } from '../reading/place.ts'
import { decimal, flag, idOf, integer, oneOf, text } from '../reading/scalars.ts'
import { checked, list, object, optional, or, record, required, type Shaped } from '../reading/shape.ts'
import { money } from '../rules/per-currency.ts'
import { discountKinds } from './discount-kind.ts'
import { checkValueTypes } from './known-value-types.ts'
import type { ProgramEntry } from './program-shape.ts'

/** The least that something can be worth, unless it is nothing. */
const leastWorth = 0.000001

const worth = checked(decimal({ min: 0, max: 1_000_000, example: '"0.01"' }), (value, at) => {
  if (value > 0 && value < leastWorth) at.fault('tooSmall', { min: leastWorth, given: value })
})

const keepMax = 16

/** Rules or whole campaigns of which only the best fire. */
const group = object(
  {
    id: required(idOf('promotionGroup')),
    best: required(oneOf('customer', 'merchant', 'first')),
    keep: or(integer(1, keepMax), 1),
  },
  '{ id: seasonal, best: customer }',
)
export type PromotionGroup = Shaped<typeof group>

const groupsMax = 1000

/** Of more than this that hold in one sale the first wins instead of the best: measuring each would take too long. */
export const candidatesMax = 16

/** Kinds of discount that may stand in one sale together. */
const combination = checked(
  object(
    { product: or(flag, false), order: or(flag, false), shipping: or(flag, false) },
    '{ product: true, shipping: true }',
  ),
  (kinds, at) => {
    if (!discountKinds.some((kind) => kinds[kind])) at.fault('combinationEmpty')
  },
)

const combinationsMax = 8

const maxDiscount = checked(
  object(
    {
      percent: optional(decimal({ above: 0, max: 100, example: '40' })),
      amount: optional(money(decimal({ above: 0, example: '50' }))),
    },
    '{ percent: 40 }',
  ),
  ({ percent, amount }, at) => {
    if (percent === undefined && amount === undefined) at.fault('maxDiscountEmpty')
  },
)

const maxCodesMost = 100

/** What holds for all campaigns together. */
export const promotionsShape = object(
  {
    worth: or(record(text({ max: 64, example: 'Points' }), worth), {}),
    groups: or(list(group, { max: groupsMax }), []),
    combine: optional(list(combination, { min: 1, max: combinationsMax, named: false })),
    maxDiscount: optional(maxDiscount),
    maxCodes: optional(integer(1, maxCodesMost)),
  },
  '{ worth: { Points: "0.01" }, groups: [{ id: seasonal, best: customer }] }',
)

export type Promotions = Shaped<typeof promotionsShape>

interface WithWorth {
  readonly promotions?: Promotions
  readonly programs: readonly Pick<ProgramEntry, 'valueTypes'>[]
}

/** Only what a program has can be worth something, and money is worth what it is. */
export function checkWorth({ promotions, programs }: WithWorth, at: Place): void {
  const names = Object.keys(promotions?.worth ?? {})
  const isMoney = (name: string) => name.startsWith('Currency ')
  checkValueTypes(names, 'promotions.worth', programs, at)
  for (const name of names.filter(isMoney)) at.faultAt(`promotions.worth.${name}`, 'worthOfMoney', { name })
}
