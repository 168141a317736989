import { formatMinor, formatPrice, type Minor } from '../../ground/kernel/money.ts'
import type { Instant } from '../../ground/kernel/time.ts'
import type { Brand, ValueType } from '../brand/brand.ts'
import { clockFor } from '../brand/rules/clocks.ts'
import { customerFields } from '../brand/rules/customer-fields.ts'
import type { Listener } from '../brand/texts/spoken-text.ts'
import { valueNameTo } from '../brand/value-names.ts'
import type { CallFacts, CheckoutNumbers } from '../campaign/call-facts.ts'
import { ownBucket } from '../card/card.ts'
import { availableOf } from '../card/lots.ts'
import { asInCalls, mannerOf, type TextManner } from './local-format.ts'

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
  readonly mutation?: { readonly amount: Minor; readonly scale: number; readonly valueType?: ValueType } | undefined
  readonly discount?: { readonly amount: Minor; readonly scale: number } | undefined
  readonly coupon?: { readonly id: string; readonly expiresAt?: Instant | undefined } | undefined
  /** The level of the card and what is missing to the next one, as text. */
  readonly tier?: { readonly name?: string; readonly missing?: string } | undefined
  /** Whoever reads it, and the locale of amounts and dates; absent: as in calls. */
  readonly listener?: Listener | undefined
  readonly locale?: string | undefined
}

export function variablesOf(facts: CallFacts, extras: MessageExtras): MessageVariables {
  const manner = extras.locale === undefined ? asInCalls : mannerOf(extras.locale)
  return {
    lookup(name) {
      const fixed = fixedVariables.get(name)
      if (fixed) return fixed(facts, extras, manner)
      const dot = name.indexOf('.')
      return families.get(name.slice(0, dot))?.(facts, name.slice(dot + 1), manner)
    },
  }
}

type FixedVariable = (facts: CallFacts, extras: MessageExtras, manner: TextManner) => string | undefined

const fixedVariables: ReadonlyMap<string, FixedVariable> = new Map<string, FixedVariable>([
  ['card.number', ({ card }) => card?.number],
  ['card.customNumber', ({ card }) => card?.customNumber],
  [
    'mutation.amount',
    (_, { mutation }, { amount }) => mutation && amount(formatMinor(mutation.amount, mutation.scale)),
  ],
  ['mutation.name', (_, { mutation, listener }) => nameOf(mutation, listener)],
  [
    'discount.amount',
    (_, { discount }, { amount }) => discount && amount(formatPrice(discount.amount, discount.scale)),
  ],
  ['coupon.id', (_, { coupon }) => coupon?.id],
  [
    'coupon.expirationDate',
    (facts, { coupon }, { time }) =>
      coupon?.expiresAt === undefined ? undefined : time(coupon.expiresAt, clockFor('messages', facts).timeZone),
  ],
  ['checkout.total', ({ checkout }, _, manner) => price(checkout?.total, checkout, manner)],
  ['checkout.netTotal', ({ checkout }, _, manner) => price(checkout?.netTotal, checkout, manner)],
  ['checkout.discount', ({ checkout }, { checkoutDiscount }, manner) => price(checkoutDiscount, checkout, manner)],
  ['tier.name', (_, { tier }) => tier?.name],
  ['tier.missing', (_, { tier }, { amount }) => tier?.missing && amount(tier.missing)],
  ['location.name', (_, { locationName }) => locationName],
  ['brand.name', (_, { brand }) => brand.name],
  ['date', (facts, _, { day }) => day(clockFor('messages', facts).date)],
])

type Family = (facts: CallFacts, key: string, manner: TextManner) => string | undefined

const families: ReadonlyMap<string, Family> = new Map<string, Family>([
  ['customer', customerField],
  ['balances', balance],
  ['keyValues', keyValue],
])

function customerField({ account }: CallFacts, field: string, { day }: TextManner): string | undefined {
  // A name that is not a field of customers may still be a property of every object, such as `constructor`.
  if (!account || !Object.hasOwn(customerFields, field) || !Object.hasOwn(account.customer, field)) return undefined
  const value = account.customer[field]
  if (typeof value === 'string' && dayFields.has(field)) return day(value)
  return Array.isArray(value) ? value.join(', ') : String(value ?? '')
}

const dayFields: ReadonlySet<string> = new Set(
  Object.entries(customerFields).flatMap(([name, { type }]) => (type === 'date' ? [name] : [])),
)

/** What so much of it is called: point, points. */
function nameOf(mutation: MessageExtras['mutation'], listener: Listener | undefined): string | undefined {
  if (!mutation?.valueType) return undefined
  return valueNameTo(listener, mutation.valueType, formatMinor(mutation.amount, mutation.scale))
}

/** The available balance. If the card's program lacks the value type, it is empty, not 0. */
function balance({ card, program, clock }: CallFacts, code: string, { amount }: TextManner): string | undefined {
  const valueType = program?.valueTypes.find((type) => codeOf(type) === code)
  if (!card || !valueType) return undefined
  const available = availableOf(card, { valueType: valueType.id, bucket: ownBucket }, clock.now)
  const { balanceType, scale } = valueType
  return amount(balanceType === 'Currency' ? formatPrice(available, scale) : formatMinor(available, scale))
}

const codeOf = ({ balanceCode, balanceType }: ValueType) => balanceCode || balanceType

function keyValue({ keyValues }: CallFacts, key: string): string | undefined {
  const values = keyValues.filter((pair) => pair.key === key).map((pair) => pair.value)
  return values.length > 0 ? values.join(', ') : undefined
}

function price(
  paid: Minor | undefined,
  checkout: CheckoutNumbers | undefined,
  { amount }: TextManner,
): string | undefined {
  return paid === undefined || !checkout ? undefined : amount(formatPrice(paid, checkout.scale))
}
