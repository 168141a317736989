import { microNumber } from '../checkout/exact.ts'
import type { KeptLine } from '../checkout/record.ts'

/** As SimplifiedSkuObject. */
export function showLine({ sku, unitPrice, quantity, attributes, addedBy }: KeptLine) {
  const shown = { sku, unitPrice: microNumber(BigInt(unitPrice)), amountPurchased: microNumber(BigInt(quantity)) }
  const known = attributes ? { ...shown, attributes } : shown
  return addedBy ? { ...known, ruleId: addedBy.rule } : known
}
