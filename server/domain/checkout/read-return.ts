import { isRefusal, type Refusal } from '../../ground/kernel/errors.ts'
import type { Decimal } from '../../ground/kernel/money.ts'
import type { Attributes } from '../brand/attributes.ts'
import { readAmount, readMicro } from './read-amounts.ts'
import type { ReturnedGoods, ReturnedProduct } from './returned-lines.ts'

/** The fields of a return that say what came back, by their names in the interface. */
export interface ReturnInput {
  readonly returnedProducts?: readonly RequestedReturn[] | undefined
  readonly additionalReturnAmount?: Decimal | undefined
}

interface RequestedReturn {
  readonly sku: string
  readonly amountPurchased: Decimal
  readonly unitPrice?: Decimal | undefined
  readonly sequenceId?: number | undefined
  readonly attributes?: Attributes | undefined
}

export function readReturn(request: ReturnInput, scale: number): ReturnedGoods | Refusal {
  const products: ReturnedProduct[] = []
  for (const [index, product] of (request.returnedProducts ?? []).entries()) {
    const read = readProduct(product, `returnedProducts[${index}]`)
    if (isRefusal(read)) return read
    products.push(read)
  }
  const additional = readAmount(request.additionalReturnAmount ?? zero, scale, 'additionalReturnAmount')
  return isRefusal(additional) ? additional : { products, additional }
}

const zero: Decimal = { units: 0, scale: 0 }

function readProduct(product: RequestedReturn, path: string): ReturnedProduct | Refusal {
  const quantity = readMicro(product.amountPurchased, () => `${path}.amountPurchased`)
  if (isRefusal(quantity)) return quantity
  const unitPrice = product.unitPrice && readMicro(product.unitPrice, () => `${path}.unitPrice`)
  if (isRefusal(unitPrice)) return unitPrice
  const { sku, sequenceId, attributes } = product
  return { sku, quantity, unitPrice, sequenceId, ...(attributes && { attributes }) }
}
