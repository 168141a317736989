import type { Brand } from '../../domain/brand/brand.ts'
import { worthInMain } from '../../domain/brand/exchange.ts'
import type { CheckoutRecord } from '../../domain/checkout/record.ts'
import { currencyScale } from '../../ground/kernel/currency.ts'
import type { CardId, RequestRef } from '../../ground/kernel/ids.ts'
import type { Minor } from '../../ground/kernel/money.ts'
import type { Instant } from '../../ground/kernel/time.ts'
import type { MissingValue } from './as-happened.ts'
import type { ReplayedCard } from './card-state.ts'
import { Extremes } from './extremes.ts'

/** 0 is what happened, 1 what the replay came to. */
export type ReplaySide = 0 | 1
export type Both = [Minor, Minor]

/** What was given: discounts by currency, issuances by value type. */
export interface GivenSums {
  readonly discounts: Map<string, Both>
  readonly issued: Map<number, Both>
}

export interface RuleFindings extends GivenSums {
  readonly firings: Both
  readonly customers: Both
}

/** A checkout whose two outcomes are held against each other. */
export interface Compared {
  readonly ref: RequestRef
  readonly at: Instant
  readonly cardId?: CardId | undefined
  readonly given: GivenSums
  readonly worth: number
}

const listLength = 20
/** No rule is called so. */
const anyRule = ''

export const noGiven = (): GivenSums => ({ discounts: new Map(), issued: new Map() })

/** Adds up what a replay comes to. */
export class Findings {
  readonly total = noGiven()
  readonly rules = new Map<string, RuleFindings>()
  readonly customers: Both = [0, 0]
  readonly checkouts = { replayed: 0, same: 0, different: 0, refused: 0 }
  readonly returns = { replayed: 0, same: 0, different: 0 }
  otherCalls = 0
  readonly refusals = new Map<string, number>()
  readonly notReplayed = new Map<string, number>()
  readonly approximated = new Map<string, number>()
  readonly shortfalls = new Map<number, Minor>()
  readonly baskets = new Extremes<Compared>(listLength, ({ worth }) => worth)
  /** By how much cards differ, in sums: only those that do. */
  readonly cards = new Map<CardId, CardChange>()

  count(list: 'refusals' | 'notReplayed' | 'approximated', what: string): void {
    this[list].set(what, (this[list].get(what) ?? 0) + 1)
  }

  missing(values: readonly MissingValue[]): void {
    for (const { valueType, amount } of values) {
      this.shortfalls.set(valueType, (this.shortfalls.get(valueType) ?? 0) + amount)
    }
  }

  /** The rules that fired, each once for its card. */
  fired(rules: readonly string[], side: ReplaySide, state: ReplayedCard | undefined): void {
    for (const rule of rules) {
      const findings = this.ruleOf(rule)
      findings.firings[side] += 1
      if (!state) continue
      const known = state.reached[rule] ?? 0
      const bit = 1 << side
      if ((known & bit) === 0) findings.customers[side] += 1
      const all = state.reached[anyRule] ?? 0
      if ((all & bit) === 0) this.customers[side] += 1
      state.reached[rule] = known | bit
      state.reached[anyRule] = all | bit
    }
  }

  /** What one outcome of a checkout or return gave, in all and by rule; `given` collects it for the comparison. */
  add(record: CheckoutRecord, side: ReplaySide, given?: GivenSums): void {
    const { currency, discount, content, kind } = record
    addTo(this.total.discounts, currency, side, discount)
    if (given) addTo(given.discounts, currency, side, discount)
    for (const mutation of content.mutations ?? []) {
      if (mutation.kind === 'discount') {
        const rule = mutation.origin?.rule ?? 'personal offers'
        addTo(this.ruleOf(rule).discounts, currency, side, mutation.amount)
        continue
      }
      // What a return took back was not given after all; what it gave back was paid before.
      const counts = kind === 'return' ? mutation.amount < 0 : mutation.kind === 'issue'
      if (!counts) continue
      addTo(this.total.issued, mutation.valueType, side, mutation.amount)
      if (given) addTo(given.issued, mutation.valueType, side, mutation.amount)
      if (mutation.origin) addTo(this.ruleOf(mutation.origin.rule).issued, mutation.valueType, side, mutation.amount)
    }
  }

  /** Keeps a checkout that differs among those that do so most, and with its card. */
  differs(compared: Compared): void {
    this.baskets.offer(compared)
    const { cardId, given, worth } = compared
    if (cardId === undefined) return
    const change = this.cards.get(cardId) ?? { worth: 0, discounts: new Map(), issued: new Map() }
    change.worth += worth
    for (const [key, [before, after]] of given.discounts) addAmount(change.discounts, key, after - before)
    for (const [key, [before, after]] of given.issued) addAmount(change.issued, key, after - before)
    this.cards.set(cardId, change)
  }

  private ruleOf(rule: string): RuleFindings {
    const known = this.rules.get(rule)
    if (known) return known
    const made: RuleFindings = { firings: [0, 0], customers: [0, 0], ...noGiven() }
    this.rules.set(rule, made)
    return made
  }
}

export interface CardChange {
  worth: number
  readonly discounts: Map<string, Minor>
  readonly issued: Map<number, Minor>
}

function addTo<Key>(sums: Map<Key, Both>, key: Key, side: ReplaySide, amount: Minor): void {
  if (amount === 0) return
  const both = sums.get(key)
  if (both) both[side] += amount
  else sums.set(key, side === 0 ? [amount, 0] : [0, amount])
}

function addAmount<Key>(sums: Map<Key, Minor>, key: Key, amount: Minor): void {
  if (amount !== 0) sums.set(key, (sums.get(key) ?? 0) + amount)
}

/**
 * By how much more the customer would have got, in the main currency: discounts, and balances that are money. What is
 * not money decides only between those that are equal. For the order of lists, never shown.
 */
export function worthOf({ discounts, issued }: GivenSums, brand: Brand): number {
  let worth = 0
  const add = (currency: string, scale: number, minor: Minor) => {
    const { units, scale: decimals } = worthInMain(brand, { currency, scale, minor: BigInt(Math.abs(minor)) })
    worth += (Math.sign(minor) * units) / 10 ** decimals
  }
  for (const [currency, [before, after]] of discounts) add(currency, currencyScale(currency), after - before)
  for (const [id, [before, after]] of issued) {
    const type = brand.valueTypes.get(id)
    const more = after - before
    if (type?.balanceType === 'Currency' && type.balanceCode) add(type.balanceCode, type.scale, more)
    else worth += more / 10 ** ((type?.scale ?? 0) + 6)
  }
  return worth
}
