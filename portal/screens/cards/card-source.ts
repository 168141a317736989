import { IconCreditCard, IconReceipt, IconTicket } from '@tabler/icons-react'
import { ask } from '../../ask/ask.ts'
import type { SearchSource } from '../../shell/search/search-source.ts'

/** Cards, people, transactions and coupons by whatever is typed. */
export const cardSource: SearchSource = {
  id: 'cards',
  title: (texts) => texts.cards.title,
  find: async ({ query, brand }) => {
    if (!brand.permissions.includes('cards.see') || query.trim().length < 3) return []
    const found = await ask('find', { text: query }, brand.id)
    return [
      ...found.cards.map(({ cardNumber, person }) => ({
        id: `card ${cardNumber}`,
        label: [person?.firstName, person?.lastName].filter(Boolean).join(' ') || cardNumber,
        about: cardNumber,
        Icon: IconCreditCard,
        to: `cards/${encodeURIComponent(cardNumber)}`,
      })),
      ...found.calls.map(({ requestRef, place }) => ({
        id: `call ${requestRef}`,
        label: requestRef,
        about: place,
        Icon: IconReceipt,
        to: 'why',
        search: { text: requestRef },
      })),
      ...found.coupons.map(({ couponId, set }) => ({
        id: `coupon ${couponId}`,
        label: couponId,
        about: set,
        Icon: IconTicket,
        to: 'why',
        search: { text: couponId },
      })),
    ]
  },
}
