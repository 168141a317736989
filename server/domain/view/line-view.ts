import { microNumber } from '../checkout/exact.ts'
import type { KeptLine } from '../checkout/record.ts'

/** As SimplifiedSkuObject. */
export function showLine({ sku, unitPrice, quantity }: KeptLine) {
  return { sku, unitPrice: microNumber(BigInt(unitPrice)), amountPurchased: microNumber(BigInt(quantity)) }
}
