import type { BrandId } from '../../../ground/kernel/ids.ts'
import type { Decimal } from '../../../ground/kernel/money.ts'
import { day, type Instant } from '../../../ground/kernel/time.ts'
import type { FactArguments, Within } from '../../brand/rules/arguments.ts'
import type { DemographicField } from '../../brand/shapes/catalog-shape.ts'
import type { CallFacts } from '../call-facts.ts'
import type { LocalClock } from '../clock.ts'
import { ofInteger } from '../decimal.ts'
import type { FactNeed } from '../needs.ts'

/** Numbers and amounts are decimals; dates are `yyyy-MM-dd`. */
export type FactValue = string | boolean | Decimal | readonly string[] | readonly Decimal[]

/** The result of reading a fact: its value, that it has none, or what must be fetched first. */
export type FactReading =
  | { readonly kind: 'value'; readonly value: FactValue }
  | { readonly kind: 'missing' }
  | { readonly kind: 'needs'; readonly need: FactNeed }

export type FactReader = (facts: CallFacts) => FactReading

/** Makes the reader of a fact for the arguments given by a condition or an amount. */
export type FactCompiler = (given: FactArguments, owner: FactOwner) => FactReader

/** The rule that the condition or amount belongs to. */
export interface FactOwner {
  readonly brand: BrandId
  readonly campaign: string
  readonly fields: ReadonlyMap<string, DemographicField>
}

export const missing: FactReading = { kind: 'missing' }

export function found(value: FactValue | undefined): FactReading {
  return value === undefined ? missing : { kind: 'value', value }
}

export function counted(integer: number | undefined): FactReading {
  return integer === undefined ? missing : { kind: 'value', value: ofInteger(integer) }
}

/** An empty list counts as a missing value. */
export function listed(values: readonly string[]): FactReading {
  return values.length === 0 ? missing : { kind: 'value', value: values }
}

export function needing(need: FactNeed): FactReading {
  return { kind: 'needs', need }
}

/** A fact without arguments. */
export const plain =
  (reader: FactReader): FactCompiler =>
  () =>
    reader

/** The instant from which a `within` counts. Absent means all time. */
export function sinceOf(within: Within | undefined, clock: LocalClock): { readonly since?: Instant } {
  if (!within) return {}
  return { since: 'calendar' in within ? clock.startOf(within.calendar) : clock.lessThanDaysAgo(within.days) }
}

/** The number of full periods of 24 hours since then; missing without an instant. */
export function fullDaysSince(past: Instant | undefined, clock: LocalClock): FactReading {
  return counted(past === undefined ? undefined : Math.max(0, Math.floor((clock.now - past) / day)))
}
