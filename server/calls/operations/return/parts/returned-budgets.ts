import type { Brand } from '../../../../domain/brand/brand.ts'
import { valueTypeName } from '../../../../domain/brand/shapes/program-shape.ts'
import {
  type BudgetUse,
  type Charge,
  givenBack,
  inScale,
  type KeptWorth,
  lessOf,
} from '../../../../domain/campaign/budgets.ts'
import type { BudgetBack, CheckoutRecord, Shortfall } from '../../../../domain/checkout/record.ts'
import type { PastRequest } from '../../../../domain/decision/past-request.ts'
import type { Minor } from '../../../../ground/kernel/money.ts'
import { withoutTierPart } from '../../tier-part.ts'
import type { GivenInSale } from './return-balances.ts'
import { sumOfRule } from './returned-discounts.ts'

interface Return {
  readonly given: readonly GivenInSale[]
  /** What it takes back of each discount of the sale. */
  readonly discounts: readonly Minor[]
  /** What was taken back of each of these. */
  readonly takenBack: readonly Minor[]
  readonly shortfalls: readonly Shortfall[]
}

/**
 * What a return gives back to the budgets of its sale: of a discount the share of the lines that come back, of a balance
 * what was taken back. What the customer has spent, and so keeps, stays spent. A return of everything gives everything
 * back, in however many steps.
 */
export function budgetsBack(
  sale: CheckoutRecord,
  past: PastRequest,
  made: Return,
  brand: Brand,
): readonly BudgetBack[] {
  const charged = chargedBy(past)
  if (charged.length === 0) return []
  const balances = charged.map((charge) => ({ ...charge, amount: takenNow(charge, made, brand) }))
  const taken = lessOf(balances, worthsOf(made.shortfalls, brand))
  return charged.map((charge, index) => {
    if (charge.of !== 'discount') return { amount: taken[index]?.amount ?? 0, worth: taken[index]?.amount ?? 0 }
    const before = backSoFar(sale, index)
    const worth = before.worth + sumOfRule(sale, charge.rule, made.discounts)
    const amount = worth >= charge.worth ? charge.amount : shareOf(charge, worth)
    return { amount: Math.max(0, amount - before.amount), worth: worth - before.worth }
  })
}

export const chargedBy = ({ detail }: PastRequest): readonly Charge[] => detail?.effects?.charged ?? []

/** The charges of a sale, as far as a return gave them back. */
export function chargesBack(past: PastRequest, back: readonly BudgetBack[]): readonly Charge[] {
  return chargedBy(past)
    .map((charge, index) => ({ ...charge, amount: back[index]?.amount ?? 0 }))
    .filter(({ amount }) => amount > 0)
}

/** Payments that are reversed with the return give back all that rules took for them. */
export function budgetUsesOf(
  past: PastRequest,
  back: readonly BudgetBack[],
  payments: readonly PastRequest[],
): BudgetUse[] {
  return givenBack([...chargesBack(past, back), ...chargesOfPayments(payments)])
}

/** What was taken for a level goes with that. */
export const chargesOfPayments = (payments: readonly PastRequest[]): readonly Charge[] =>
  payments.map(withoutTierPart).flatMap(chargedBy)

function backSoFar({ returned }: CheckoutRecord, index: number): BudgetBack {
  const parts = (returned?.returns ?? []).flatMap(({ budgets }) => budgets?.[index] ?? [])
  const sum = (key: keyof BudgetBack) => parts.reduce((total, part) => total + part[key], 0)
  return { amount: sum('amount'), worth: sum('worth') }
}

/** Rounded down, so that what is still sold stays paid for. */
function shareOf({ amount, worth }: Charge, part: Minor): Minor {
  return Number((BigInt(amount) * BigInt(part)) / BigInt(worth))
}

/** What this return takes back of what a rule issued, in the units of the charge. */
function takenNow({ rule, of, scale }: Charge, { given, takenBack }: Return, brand: Brand): Minor {
  return given.reduce((sum, { mutation }, index) => {
    const valueType = brand.valueTypes.get(mutation.valueType)
    const isMeant = mutation.kind === 'issue' && mutation.origin?.rule === rule
    if (!valueType || !isMeant || valueTypeName(valueType) !== of) return sum
    return sum + inScale(takenBack[index] ?? 0, valueType.scale, scale)
  }, 0)
}

/** What could not be taken back, as amounts of value types. */
export function worthsOf(shortfalls: readonly Shortfall[], brand: Brand): KeptWorth[] {
  return shortfalls.flatMap(({ valueType: id, amount }) => {
    const valueType = brand.valueTypes.get(id)
    return valueType && amount > 0 ? [{ of: valueTypeName(valueType), amount, scale: valueType.scale }] : []
  })
}
