import { currencyScale } from '../../ground/kernel/currency.ts'
import { type Refusal, refuse, refuseField } from '../../ground/kernel/errors.ts'
import { type Decimal, type Minor, minorMax, multiplyDivide, toMinor } from '../../ground/kernel/money.ts'
import type { Brand, Program, ValueType } from './brand.ts'
import { findValueType, refuseValueType, tooManyDecimals } from './value-types.ts'

/** An amount in the caller's currency, converted to the card's currency. */
export interface Converted extends Conversion {
  readonly valueType: ValueType
  readonly currency: string
}

interface Conversion {
  readonly kind: 'converted'
  readonly asked: Minor
  readonly askedScale: number
  /** Rounded half up, once. */
  readonly amount: Minor
  readonly scale: number
  /** The worth of one minor unit of the first currency in minor units of the second. */
  readonly rate: { readonly over: bigint; readonly under: bigint }
}

export function convertToMain(
  brand: Brand,
  program: Program | undefined,
  asked: { readonly amount: Decimal; readonly currency: string },
): Converted | Refusal {
  const main = { balanceType: 'Currency', balanceCode: program?.currency ?? brand.currency } as const
  const valueType = findValueType(program, main)
  if (!valueType) return refuseValueType(main, program)
  const { amount, currency } = asked
  const own = findValueType(program, { balanceType: 'Currency', balanceCode: currency })
  const exchange = { amount, from: currency, to: valueType.balanceCode, toScale: valueType.scale }
  const converted = convertAmount(brand, own ? { ...exchange, fromScale: own.scale } : exchange)
  return converted.kind === 'refusal' ? converted : { ...converted, valueType, currency }
}

interface CurrencyExchange {
  readonly amount: Decimal
  readonly from: string
  readonly to: string
  readonly fromScale?: number
  readonly toScale?: number
}

/** Converts by the brand's table of exchange rates. */
export function convertAmount(brand: Brand, exchange: CurrencyExchange): Conversion | Refusal {
  const { from, to } = exchange
  const [fromRate, toRate] = from === to ? [one, one] : [rateOf(brand, from), rateOf(brand, to)]
  if (!fromRate || !toRate) return refuse(133, `There is no exchange rate for ${fromRate ? to : from}.`)
  // The fallback if no value type says how many decimals the currency has. Only currencies with a rate get here.
  const { fromScale: askedScale = currencyScale(from), toScale: scale = currencyScale(to) } = exchange
  const asked = toMinor(exchange.amount, askedScale)
  if (asked === undefined)
    return exchange.amount.scale > askedScale ? tooManyDecimals('amount', { scale: askedScale }) : tooLarge
  const over = BigInt(fromRate.units) * ten(toRate.scale) * ten(scale)
  const under = BigInt(toRate.units) * ten(fromRate.scale) * ten(askedScale)
  const amount = multiplyDivide(asked, over, under)
  if (Math.abs(amount) > minorMax) return tooLarge
  return { kind: 'converted', asked, askedScale, amount, scale, rate: { over, under } }
}

/** A sum of minor units of one currency. */
export interface CurrencySum {
  readonly currency: string
  readonly scale: number
  readonly minor: bigint
}

/** A sum in the brand's main currency, rounded half up once. Without an exchange rate it counts as 0. */
export function worthInMain(brand: Brand, { currency, scale, minor }: CurrencySum): Decimal {
  const amount = { units: Number(minor), scale }
  if (currency === brand.currency) return amount
  const converted = convertAmount(brand, { amount, from: currency, to: brand.currency, fromScale: scale })
  return converted.kind === 'converted' ? { units: converted.amount, scale: converted.scale } : { units: 0, scale: 0 }
}

/** The worth of a unit of one currency in minor units of the other, for sums in SQL; undefined without a rate. */
export function rateTo(
  brand: Brand,
  from: string,
  to: string,
): { readonly over: bigint; readonly under: bigint; readonly scale: number } | undefined {
  const [fromRate, toRate] = [rateOf(brand, from), rateOf(brand, to)]
  if (!fromRate || !toRate) return undefined
  const scale = currencyScale(to)
  const over = BigInt(fromRate.units) * ten(toRate.scale) * ten(scale)
  return { over, under: BigInt(toRate.units) * ten(fromRate.scale), scale }
}

/** What was not redeemed, in the caller's currency. */
export function overdrawInOriginal({ asked, amount, rate }: Converted, overdraw: Minor): Minor {
  return overdraw === amount ? asked : Math.min(asked, multiplyDivide(overdraw, rate.under, rate.over))
}

const tooLarge = refuseField(100, 'amount.amount', 'is too large')

const ten = (power: number) => 10n ** BigInt(power)

const one: Decimal = { units: 1, scale: 0 }

function rateOf(brand: Brand, currency: string): Decimal | undefined {
  return currency === brand.currency ? one : brand.exchangeRates.get(currency)
}
