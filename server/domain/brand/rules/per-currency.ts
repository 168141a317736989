import { type BrandFault, faultOf } from '../faults/fault.ts'
import type { Place } from '../reading/place.ts'
import { currency } from '../reading/scalars.ts'
import { checked, type FileShape, isObject, record, shaped } from '../reading/shape.ts'

declare const perCurrency: unique symbol

/** An amount of money by currency: `{ USD: 5, EUR: 4.5 }`. The mark exists for the compiler only. */
export type PerCurrency = Readonly<Record<string, number>> & { readonly [perCurrency]: true }

/** An amount in the location's currency: one number for all, or one for each currency. */
export type Money = number | PerCurrency

/** The same with each amount as it is in one currency. */
export type InOneCurrency<T> = T extends PerCurrency
  ? number
  : T extends readonly (infer Entry)[]
    ? readonly InOneCurrency<Entry>[]
    : T extends object
      ? { readonly [Key in keyof T]: InOneCurrency<T[Key]> }
      : T

const perCurrencyExample = '{ USD: 5, EUR: "4.50" }'

/** Reads a number, or a number for each currency. Every currency that a location of the file has needs one. */
export function money(one: FileShape<number>): FileShape<Money> {
  const byCurrency = checked(record(currency, one, perCurrencyExample), checkCurrencies)
  const byName = { ...byCurrency.schema, minProperties: 1 }
  return shaped<Money>({ schema: { anyOf: [one.schema, byName] }, example: one.example }, (value, at) =>
    isObject(value) ? (byCurrency(value, at) as PerCurrency | undefined) : one(value, at),
  )
}

function checkCurrencies(amounts: Readonly<Record<string, number>>, at: Place): void {
  if (Object.keys(amounts).length === 0) at.fault('amountsEmpty', { example: perCurrencyExample })
  for (const [name, location] of at.reading.locationCurrencies) {
    if (!Object.hasOwn(amounts, name)) at.fault('amountMissing', { currency: name, location })
  }
}

/**
 * A part of a rule with its amounts as they are in one currency. What has none by currency is returned as it is, the very
 * same object. Without a location there may be no entry for the currency, and nothing that is measured in it either.
 */
export function inCurrency<T>(value: T, name: string): InOneCurrency<T> {
  return resolve(value, name) as InOneCurrency<T>
}

function resolve(value: unknown, name: string): unknown {
  if (Array.isArray(value)) {
    const entries = value.map((one) => resolve(one, name))
    return entries.some((one, index) => one !== value[index]) ? entries : value
  }
  if (!isObject(value)) return value
  if (isPerCurrency(value)) return value[name] ?? Object.values(value)[0]
  const entries = Object.entries(value).map(([key, one]) => [key, resolve(one, name)] as const)
  return entries.some(([key, one]) => one !== value[key]) ? Object.fromEntries(entries) : value
}

/** No other object of a rule has currency codes for all its keys and numbers for all its values. */
export function isPerCurrency(value: unknown): value is PerCurrency {
  if (!isObject(value)) return false
  const entries = Object.entries(value)
  return entries.length > 0 && entries.every(([key, one]) => codes.test(key) && typeof one === 'number')
}

const codes = /^[A-Z]{3}$/

/** What is wrong with two bounds that are the wrong way round, in all currencies or in one. */
export function faultOfBounds(
  [lowName, low]: readonly [name: string, amount: Money | undefined],
  [highName, high]: readonly [name: string, amount: Money | undefined],
): BrandFault | undefined {
  const name = low === undefined || high === undefined ? undefined : outOfOrderIn(low, high)
  if (low === undefined || high === undefined || name === undefined) return undefined
  const [from = 0, to = 0] = [amountIn(low, name), amountIn(high, name)]
  return faultOf('boundsSwapped', { low: lowName, high: highName, from, to, currency: name })
}

/** Whether two bounds are the wrong way round in any currency. */
export const isAbove = (low: Money, high: Money): boolean => outOfOrderIn(low, high) !== undefined

/** The first currency in which the lower bound is above the upper one; '' where neither is by currency. */
function outOfOrderIn(low: Money, high: Money): string | undefined {
  const names = [low, high].flatMap((one) => (typeof one === 'number' ? [] : Object.keys(one)))
  return (names.length === 0 ? [''] : names).find((name) => {
    const [from, to] = [amountIn(low, name), amountIn(high, name)]
    return from !== undefined && to !== undefined && from > to
  })
}

const amountIn = (amount: Money, name: string) => (typeof amount === 'number' ? amount : amount[name])
