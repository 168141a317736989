import { cardIdOf } from './delivery-room.ts'
import type { Shop } from './shop.ts'

/** A card whose customer wants e-mail; what that itself sends is not sent. */
export async function reader(shop: Shop, email = 'ana@example.com'): Promise<{ cardNumber: string; cardId: number }> {
  const cardNumber = await shop.card()
  await shop.must('updateAccount', {
    cardNumber,
    primaryCustomer: { email },
    thirdPartyUpdates: [{ thirdParty: 'email', optIn: true }],
    skipOptInConfirmationEmails: true,
  })
  return { cardNumber, cardId: await cardIdOf(shop, cardNumber) }
}
