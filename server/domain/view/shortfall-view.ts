import type { CardId } from '../../ground/kernel/ids.ts'
import { toJsonNumber } from '../../ground/kernel/money.ts'
import type { Brand } from '../brand/brand.ts'
import type { Shortfall } from '../checkout/record.ts'

/** What returns and voids could not take back: one element for each value type and card. `own` are the call's cards. */
export function showShortfalls(shortfalls: readonly Shortfall[], brand: Brand, own: readonly (CardId | undefined)[]) {
  const groups = Map.groupBy(shortfalls, ({ cardId, valueType }) => `${cardId} ${valueType}`)
  return [...groups.values()].flatMap((group) => {
    const [first] = group
    const valueType = brand.valueTypes.get(first?.valueType ?? -1)
    if (!first || !valueType) return []
    const amount = group.reduce((sum, one) => sum + one.amount, 0)
    return {
      amount: toJsonNumber(amount, valueType.scale),
      balanceType: valueType.balanceType,
      ...(valueType.balanceCode && { balanceCode: valueType.balanceCode }),
      ...(!own.includes(first.cardId) && { ofReferrer: true }),
    }
  })
}
