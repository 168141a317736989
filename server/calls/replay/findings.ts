import type { Brand } from '../../domain/brand/brand.ts'
import { worthOfMoney, worthOfValue } from '../../domain/brand/worth.ts'
import type { CheckoutRecord, KeptMutation } from '../../domain/checkout/record.ts'
import { currencyScale } from '../../ground/kernel/currency.ts'
import type { CardId, RequestRef } from '../../ground/kernel/ids.ts'
import type { Minor } from '../../ground/kernel/money.ts'
import type { Instant } from '../../ground/kernel/time.ts'
import type { MissingValue } from './as-happened.ts'
import type { ReplayedCard } from './card-state.ts'
import { Extremes } from './extremes.ts'
import { noRule, partsOf } from './given-parts.ts'
import { type Both, type ReplaySide, SaleFigures } from './sale-figures.ts'

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

export interface AddOptions {
  /** Collects what is added, for the comparison. */
  readonly given?: GivenSums | undefined
  /** Of a return: what its sale did. */
  readonly sale?: readonly KeptMutation[] | undefined
}

/** Adds up what a replay comes to. */
export class Findings {
  readonly total = noGiven()
  readonly figures = new SaleFigures()
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

  /** What one outcome of a checkout or return gave, in all and by rule. */
  add(record: CheckoutRecord, side: ReplaySide, { given, sale }: AddOptions = {}): void {
    const { currency, discount, kind: of } = record
    addTo(this.total.discounts, currency, side, discount)
    if (given) addTo(given.discounts, currency, side, discount)
    const isKnown = of === 'sale' || sale !== undefined
    for (const { kind, rule, valueType, amount } of partsOf(record, sale)) {
      if (kind === 'discount') {
        if (rule !== noRule || isKnown) addTo(this.ruleOf(rule || 'personal offers').discounts, currency, side, amount)
        continue
      }
      if (kind === 'redeem') continue
      addTo(this.total.issued, valueType, side, amount)
      if (given) addTo(given.issued, valueType, side, amount)
      if (rule !== noRule) addTo(this.ruleOf(rule).issued, valueType, side, amount)
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

/** What was given in the main currency's smallest unit, on each side: value by its worth. */
function worthsOf({ discounts, issued }: GivenSums, brand: Brand): Both {
  const sums: [bigint, bigint] = [0n, 0n]
  for (const [currency, both] of discounts)
    for (const side of sides)
      sums[side] += worthOfMoney(brand, currency, { minor: BigInt(both[side]), scale: currencyScale(currency) })
  for (const [id, both] of issued) for (const side of sides) sums[side] += worthOfValue(brand, id, BigInt(both[side]))
  return [Number(sums[0]), Number(sums[1])]
}

const sides = [0, 1] as const

/**
 * By how much more the customer would have got, in the main currency. What is worth nothing decides only between those
 * that are equal. For the order of lists, never shown.
 */
export function worthOf(given: GivenSums, brand: Brand): number {
  const [before, after] = worthsOf(given, brand)
  let worth = (after - before) / 10 ** currencyScale(brand.currency)
  for (const [id, [first, then]] of given.issued)
    worth += (then - first) / 10 ** ((brand.valueTypes.get(id)?.scale ?? 0) + 6)
  return worth
}
