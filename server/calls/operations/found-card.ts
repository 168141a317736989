import { type Refusal, refuse } from '../../ground/kernel/errors.ts'
import type { BrandId } from '../../ground/kernel/ids.ts'
import type { CardView } from '../../storage/store/queries/card-view.sql.ts'
import type { Reader } from '../../storage/store/queries/reader.ts'

/** The card that a reading call names (2, 110). It may be read whatever has become of it. */
export async function findReadable(reader: Reader, brand: BrandId, cardNumber: string): Promise<CardView | Refusal> {
  const found = await reader.findCard(brand, cardNumber)
  if (!found) return refuse(2)
  return found.card.status === 'Inventory' || found.card.status === 'Distributed' ? refuse(110) : found
}
