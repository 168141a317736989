import { useState } from 'react'
import { useAsking } from '../../../ask/queries.ts'
import type { TillDialog } from '../till-dialog.ts'
import type { BasketLine } from './basket-lines.tsx'
import type { ChosenOption } from './sale-choices.tsx'

/** A sale as it is put together, and what it comes to: `known` is undefined until the server has answered for what is there now. */
export function useQuotedSale({ cardNumber }: TillDialog['card'], location: string | undefined) {
  const [lines, setLines] = useState<readonly BasketLine[]>([])
  const [coupons, setCoupons] = useState<readonly string[]>([])
  const [choices, setChoices] = useState<readonly ChosenOption[]>([])
  const products = lines.map(({ sku, quantity, price }) => ({ sku, amountPurchased: quantity, unitPrice: price }))
  const sale = {
    cardNumber,
    products,
    ...(coupons.length > 0 && { coupons }),
    ...(choices.length > 0 && { campaignChoices: choices }),
  }
  const where = location === undefined ? {} : { locationId: location }
  const quote = useAsking('saleQuote', { ...sale, ...where }, { enabled: lines.length > 0 })
  const known = lines.length > 0 && !quote.isPlaceholderData ? quote.data : undefined
  return { lines, setLines, coupons, setCoupons, choices, setChoices, sale, quote, known }
}
