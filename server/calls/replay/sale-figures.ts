import type { Brand } from '../../domain/brand/brand.ts'
import { worthOfMoney, worthOfValue } from '../../domain/brand/worth.ts'
import type { CheckoutRecord, KeptMutation } from '../../domain/checkout/record.ts'
import type { RequestRef } from '../../ground/kernel/ids.ts'
import type { Minor } from '../../ground/kernel/money.ts'
import type { Instant } from '../../ground/kernel/time.ts'
import { type GivenPart, noRule, partsOf } from './given-parts.ts'

/** 0 is what happened, 1 what the replay came to. */
export type ReplaySide = 0 | 1
export type Both = [Minor, Minor]

/**
 * Billionths of the smallest unit of the main currency. Four points of a tenth of a cent are nothing in one sale, and
 * forty dollars in ten thousand: sums are rounded when they are shown, and never before.
 */
type Fine = bigint
export type BothFine = [Fine, Fine]
const finer = 1_000_000_000n

/** In the smallest unit of the main currency, half away from zero. */
export function toMinor(fine: Fine): Minor {
  const size = fine < 0n ? -fine : fine
  const rounded = Number((size * 2n + finer) / (finer * 2n))
  return fine < 0n ? -rounded : rounded
}

/** One sale, what it was about, and what was given in it. */
export interface RewardedSale {
  readonly ref: RequestRef
  readonly at: Instant
  readonly total: Fine
  readonly given: Fine
}

/** Two rules of different campaigns that gave something in the same sales. */
export interface RulePair {
  readonly rules: readonly [string, string]
  sales: number
  /** What both of them gave in these sales. */
  given: Fine
}

/** So many rules of one sale are held against each other, and so many pairs are kept in all. */
const rulesOfSaleMax = 20
const pairsMax = 5000

/** What sales were about and what was given for them, in the main currency: value counts by its worth. */
export class SaleFigures {
  readonly revenue: BothFine = [0n, 0n]
  readonly given: BothFine = [0n, 0n]
  readonly byRule = new Map<string, BothFine>()
  /** Of what the replay came to. */
  largest: RewardedSale | undefined
  worst: RewardedSale | undefined
  readonly pairs = new Map<string, RulePair>()
  pairsLeftOut = 0

  /** One outcome of a sale, or of a return with what its sale did. */
  add(record: CheckoutRecord, side: ReplaySide, brand: Brand, sale?: readonly KeptMutation[]): void {
    const { kind, ref, happenedAt: at } = record
    const total = moneyOf(record, record.total, brand)
    const parts = partsOf(record, sale)
    const rules = worthsOf(record, parts, brand)
    const given = [...rules.values()].reduce((sum, one) => sum + one, 0n)
    this.revenue[side] += total
    this.given[side] += given
    for (const [rule, worth] of rules) {
      const both = this.byRule.get(rule) ?? [0n, 0n]
      both[side] += worth
      this.byRule.set(rule, both)
    }
    if (side === 0 || kind !== 'sale') return
    this.compare({ ref, at, total, given })
    this.pair(parts, rules)
  }

  private compare(sale: RewardedSale): void {
    if (sale.given <= 0n) return
    if (!this.largest || sale.given > this.largest.given) this.largest = sale
    if (sale.total <= 0n) return
    // Shares compared without dividing: a / b > c / d.
    if (!this.worst || sale.given * this.worst.total > this.worst.given * sale.total) this.worst = sale
  }

  /** Whatever was given counts, also what is worth nothing that is known. */
  private pair(parts: readonly GivenPart[], worths: ReadonlyMap<string, Fine>): void {
    const gave = parts.filter(({ kind, rule, amount }) => kind !== 'redeem' && amount > 0 && rule !== noRule)
    const rules = [...new Set(gave.map(({ rule }) => rule))].slice(0, rulesOfSaleMax).sort()
    for (const [index, one] of rules.entries()) {
      for (const other of rules.slice(index + 1)) {
        if (campaignOf(one) === campaignOf(other)) continue
        this.meet(one, other, (worths.get(one) ?? 0n) + (worths.get(other) ?? 0n))
      }
    }
  }

  private meet(one: string, other: string, worth: Fine): void {
    const key = `${one} ${other}`
    const known = this.pairs.get(key)
    if (!known && this.pairs.size >= pairsMax) {
      this.pairsLeftOut += 1
      return
    }
    const pair = known ?? { rules: [one, other], sales: 0, given: 0n }
    pair.sales += 1
    pair.given += worth
    this.pairs.set(key, pair)
  }
}

export const campaignOf = (rule: string): string => rule.split('/', 1)[0] ?? ''

function worthsOf(record: CheckoutRecord, parts: readonly GivenPart[], brand: Brand): Map<string, Fine> {
  const sums = new Map<string, Fine>()
  for (const { kind, rule, valueType, amount } of parts) {
    const worth =
      kind === 'discount' ? moneyOf(record, amount, brand) : worthOfValue(brand, valueType, BigInt(amount) * finer)
    sums.set(rule, (sums.get(rule) ?? 0n) + worth)
  }
  return sums
}

const moneyOf = ({ currency, scale }: CheckoutRecord, amount: Minor, brand: Brand): Fine =>
  worthOfMoney(brand, currency, { minor: BigInt(amount) * finer, scale })
