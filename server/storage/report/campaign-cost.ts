import type { Brand } from '../../domain/brand/brand.ts'
import { worthOfMoney, worthOfValue } from '../../domain/brand/worth.ts'
import { currencyScale } from '../../ground/kernel/currency.ts'
import type { RuleSum } from './campaign-results.sql.ts'
import { codeOf } from './format-units.ts'
import type { OriginSum } from './origin-day.sql.ts'
import { campaignOf, type IdOf } from './variants.ts'

/** What somebody gave away: discounts by currency and scale, as in `USD/2`, and values less what they were given for. */
export interface GivenAway {
  readonly discounts: ReadonlyMap<string, bigint>
  readonly given: ReadonlyMap<number, bigint>
  /** Balance that rules took for what they gave: it was counted when it was given. */
  readonly used: ReadonlyMap<number, bigint>
}

/** What it cost, in the smallest unit of the main currency. Each amount is rounded once. */
export function costOfGiven(brand: Brand, { discounts, given, used }: GivenAway): bigint {
  let cost = 0n
  for (const [unit, minor] of discounts)
    cost += worthOfMoney(brand, codeOf(unit), { minor, scale: Number(unit.split('/')[1] ?? 0) })
  for (const [id, minor] of given) cost += worthOfValue(brand, id, minor)
  for (const [id, minor] of used) cost -= worthOfValue(brand, id, minor)
  return cost
}

/** What each campaign, or what else rules are put together by, cost in units of the main currency. */
export function costOf(
  brand: Brand,
  sums: readonly RuleSum[],
  origins: readonly OriginSum[],
  idOf: IdOf = campaignOf,
): Map<string, number> {
  const found = new Map<string, Sums>()
  const at = (rule: string) => {
    const id = idOf(rule)
    const known = found.get(id) ?? { discounts: new Map(), given: new Map(), used: new Map() }
    found.set(id, known)
    return known
  }
  for (const { rule_id, measure, unit, amount } of sums) {
    if (measure === 'discount') increase(at(rule_id).discounts, unit, BigInt(amount))
    if (measure === 'takenBack') increase(at(rule_id).given, Number(unit), -BigInt(amount))
    if (measure === 'used') increase(at(rule_id).used, Number(unit), BigInt(amount))
  }
  for (const { rule_id, change, value_type_id, in_period } of origins)
    if (change === 'given' && rule_id !== '') increase(at(rule_id).given, value_type_id, BigInt(in_period))
  const scale = currencyScale(brand.currency)
  return new Map([...found].map(([id, given]) => [id, Number(costOfGiven(brand, given)) / 10 ** scale]))
}

interface Sums {
  readonly discounts: Map<string, bigint>
  readonly given: Map<number, bigint>
  readonly used: Map<number, bigint>
}

export function increase<Key>(sums: Map<Key, bigint>, key: Key, amount: bigint): void {
  sums.set(key, (sums.get(key) ?? 0n) + amount)
}
