import { formatMinor, formatPrice, type Minor } from '../../ground/kernel/money.ts'
import { formatDateTime, type Instant } from '../../ground/kernel/time.ts'
import type { Brand, ValueType } from '../brand/brand.ts'
import { clockFor } from '../brand/rules/clocks.ts'
import { customerFields } from '../brand/rules/customer-fields.ts'
import type { CallFacts, CheckoutNumbers } from '../campaign/call-facts.ts'
import { ownBucket } from '../card/card.ts'
import { availableOf } from '../card/lots.ts'

/** The variables of one message: a flat list of names, each with a text. */
export interface MessageVariables {
  /** Computes a variable when it is asked for. Undefined if it has no value here or does not exist. */
  readonly lookup: (name: string) => string | undefined
}

/** What a message can tell besides the facts of the rule that sends it. */
export interface MessageExtras {
  readonly brand: Pick<Brand, 'name'>
  readonly locationName?: string | undefined
  /** In the currency of the checkout. */
  readonly checkoutDiscount?: Minor | undefined
  /** What the rule issued or redeemed last, and what it took off the price. */
  readonly mutation?: { readonly amount: Minor; readonly scale: number } | undefined
  readonly discount?: { readonly amount: Minor; readonly scale: number } | undefined
  readonly coupon?: { readonly id: string; readonly expiresAt?: Instant | undefined } | undefined
  /** The level of the card and what is missing to the next one, as text. */
  readonly tier?: { readonly name?: string; readonly missing?: string } | undefined
}

export function variablesOf(facts: CallFacts, extras: MessageExtras): MessageVariables {
  return {
    lookup(name) {
      const fixed = fixedVariables.get(name)
      if (fixed) return fixed(facts, extras)
      const dot = name.indexOf('.')
      return families.get(name.slice(0, dot))?.(facts, name.slice(dot + 1))
    },
  }
}

type FixedVariable = (facts: CallFacts, extras: MessageExtras) => string | undefined

const fixedVariables: ReadonlyMap<string, FixedVariable> = new Map<string, FixedVariable>([
  ['card.number', ({ card }) => card?.number],
  ['card.customNumber', ({ card }) => card?.customNumber],
  ['mutation.amount', (_, { mutation }) => mutation && formatMinor(mutation.amount, mutation.scale)],
  ['discount.amount', (_, { discount }) => discount && formatPrice(discount.amount, discount.scale)],
  ['coupon.id', (_, { coupon }) => coupon?.id],
  ['coupon.expirationDate', (facts, { coupon }) => localTime(coupon?.expiresAt, clockFor('messages', facts).timeZone)],
  ['checkout.total', ({ checkout }) => price(checkout?.total, checkout)],
  ['checkout.netTotal', ({ checkout }) => price(checkout?.netTotal, checkout)],
  ['checkout.discount', ({ checkout }, { checkoutDiscount }) => price(checkoutDiscount, checkout)],
  ['tier.name', (_, { tier }) => tier?.name],
  ['tier.missing', (_, { tier }) => tier?.missing],
  ['location.name', (_, { locationName }) => locationName],
  ['brand.name', (_, { brand }) => brand.name],
  ['date', (facts) => clockFor('messages', facts).date],
])

type Family = (facts: CallFacts, key: string) => string | undefined

const families: ReadonlyMap<string, Family> = new Map<string, Family>([
  ['customer', customerField],
  ['balances', balance],
  ['keyValues', keyValue],
])

function customerField({ account }: CallFacts, field: string): string | undefined {
  // A name that is not a field of customers may still be a property of every object, such as `constructor`.
  if (!account || !Object.hasOwn(customerFields, field) || !Object.hasOwn(account.customer, field)) return undefined
  const value = account.customer[field]
  return Array.isArray(value) ? value.join(', ') : String(value ?? '')
}

/** The available balance. If the card's program lacks the value type, it is empty, not 0. */
function balance({ card, program, clock }: CallFacts, code: string): string | undefined {
  const valueType = program?.valueTypes.find((type) => codeOf(type) === code)
  if (!card || !valueType) return undefined
  const available = availableOf(card, { valueType: valueType.id, bucket: ownBucket }, clock.now)
  const { balanceType, scale } = valueType
  return balanceType === 'Currency' ? formatPrice(available, scale) : formatMinor(available, scale)
}

const codeOf = ({ balanceCode, balanceType }: ValueType) => balanceCode || balanceType

function keyValue({ keyValues }: CallFacts, key: string): string | undefined {
  const values = keyValues.filter((pair) => pair.key === key).map((pair) => pair.value)
  return values.length > 0 ? values.join(', ') : undefined
}

function price(amount: Minor | undefined, checkout: CheckoutNumbers | undefined): string | undefined {
  return amount === undefined || !checkout ? undefined : formatPrice(amount, checkout.scale)
}

function localTime(instant: Instant | undefined, timeZone: string): string | undefined {
  return instant === undefined ? undefined : formatDateTime(instant, timeZone)
}
