import { ofInteger, ofMinor, toDecimal } from '../../../ground/kernel/decimal.ts'
import type { Decimal, Minor } from '../../../ground/kernel/money.ts'
import { day, type Instant } from '../../../ground/kernel/time.ts'

/** Numbers and amounts are decimals; dates are `yyyy-MM-dd`. */
export type FactValue = string | boolean | Decimal | readonly string[] | readonly Decimal[]

/** The result of reading a fact: its value, that it has none, or what must be fetched first. */
export type FactResult<N> = KnownReading | { readonly kind: 'needs'; readonly need: N }

export type KnownReading = { readonly kind: 'value'; readonly value: FactValue } | { readonly kind: 'missing' }

export const missing: KnownReading = { kind: 'missing' }

export function found(value: FactValue | undefined): KnownReading {
  return value === undefined ? missing : { kind: 'value', value }
}

export function counted(integer: number | undefined): KnownReading {
  return integer === undefined ? missing : { kind: 'value', value: ofInteger(integer) }
}

export function amounting(minor: Minor, scale: number): KnownReading {
  return { kind: 'value', value: ofMinor(minor, scale) }
}

/** An empty list counts as a missing value. */
export function listed(values: readonly string[]): KnownReading {
  return values.length === 0 ? missing : { kind: 'value', value: values }
}

/** An empty text is a field that was cleared. */
export function textReading(value: unknown): KnownReading {
  return value === undefined || value === '' ? missing : found(String(value))
}

export function numberReading(value: unknown): KnownReading {
  return typeof value === 'number' ? found(toDecimal(value)) : missing
}

/** The number of full periods of 24 hours since then; missing without an instant. */
export function fullDaysSince(past: Instant | undefined, { now }: { readonly now: Instant }): KnownReading {
  return counted(past === undefined ? undefined : Math.max(0, Math.floor((now - past) / day)))
}
