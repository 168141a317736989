import { createHash } from 'node:crypto'

/** From 0 to 99, evenly distributed, and always the same for a brand, campaign and card. */
export function variantOf(brand: string, campaign: string, cardNumber: string): number {
  const digest = createHash('sha256')
    .update(JSON.stringify([brand, campaign, cardNumber]))
    .digest()
  return digest.readUIntBE(0, 6) % 100
}
