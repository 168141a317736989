import type { Minor } from '../../ground/kernel/money.ts'
import type { Brand } from '../brand/brand.ts'
import { convertAmount } from '../brand/exchange.ts'
import type { HandMeasure } from './limited-action.ts'
import { beyondAll, type Sums } from './sums.ts'

/** A change of value on any card. */
export interface MovedPart {
  readonly valueType: number
  readonly amount: Minor
}

/** What changes of value come to. Money without an exchange rate is more than any limit. */
export function sumUp(parts: readonly MovedPart[], counts: HandMeasure['counts'], brand: Brand): Sums {
  const byType = new Map<number, bigint>()
  for (const { valueType, amount } of parts) {
    if (amount === 0 || (amount < 0 && counts === 'given')) continue
    byType.set(valueType, (byType.get(valueType) ?? 0n) + BigInt(Math.abs(amount)))
  }
  let [money, points] = [0n, 0n]
  for (const [id, minor] of byType) {
    const { balanceType = 'Points', balanceCode, scale = 0 } = brand.valueTypes.get(id) ?? {}
    if (balanceType !== 'Currency') points += minor * 10n ** BigInt(6 - scale)
    else money += inMain(minor, { scale, currency: balanceCode || brand.currency }, brand)
  }
  return { money, points }
}

/** In millionths of the main currency; more than any limit where there is no rate. */
export function inMain(
  minor: bigint,
  { scale, currency }: { readonly scale: number; readonly currency: string },
  brand: Brand,
): bigint {
  if (currency === brand.currency) return minor * 10n ** BigInt(6 - scale)
  const amount = { units: Number(minor), scale }
  const exchange = { amount, from: currency, to: brand.currency, fromScale: scale, toScale: 6 }
  const converted = convertAmount(brand, exchange)
  return converted.kind === 'refusal' ? beyondAll : BigInt(converted.amount)
}
