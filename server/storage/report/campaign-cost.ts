import type { Brand } from '../../domain/brand/brand.ts'
import type { RuleSum } from './campaign-results.sql.ts'
import type { OriginSum } from './origin-day.sql.ts'
import { ratesOf } from './rates.ts'
import { campaignOf, type IdOf } from './variants.ts'

/** Discounts and currency given by each campaign, or by what else rules are put together, in units of the main currency. */
export function costOf(
  brand: Brand,
  sums: readonly RuleSum[],
  origins: readonly OriginSum[],
  idOf: IdOf = campaignOf,
): Map<string, number> {
  const { currencies, rates } = ratesOf(brand)
  const rateOf = (code: string) => Number(rates[currencies.indexOf(code)] ?? 0)
  const costs = new Map<string, number>()
  const add = (rule: string, amount: number) => {
    const id = idOf(rule)
    costs.set(id, (costs.get(id) ?? 0) + amount)
  }
  const worth = (valueTypeId: number, amount: number) => {
    const type = brand.valueTypes.get(valueTypeId)
    return type?.balanceType === 'Currency' ? rateOf(type.balanceCode) * amount * 10 ** -type.scale : 0
  }
  for (const { rule_id, measure, unit, amount } of sums) {
    const [code = '', scale = '0'] = unit.split('/')
    if (measure === 'discount') add(rule_id, rateOf(code) * Number(amount) * 10 ** -Number(scale))
    if (measure === 'takenBack') add(rule_id, -worth(Number(unit), Number(amount)))
  }
  for (const { rule_id, change, value_type_id, in_period } of origins)
    if (change === 'given' && rule_id !== '') add(rule_id, worth(value_type_id, Number(in_period)))
  return costs
}
