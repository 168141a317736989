import { IconCreditCard, IconReceipt, IconTicket } from '@tabler/icons-react'
import { ask } from '../../ask/ask.ts'
import type { Found, SearchSource } from '../../shell/search/search-source.ts'
import type { Texts } from '../../texts/shape.ts'

/** Whoever only serves customers opens a card by its whole number. */
const atTerminal = (number: string, { shell }: Texts): Found => ({
  id: `card ${number}`,
  label: shell.openAtTerminal(number),
  Icon: IconCreditCard,
  to: 'terminal',
  search: { text: number },
})

/** Cards, people, transactions and coupons by whatever is typed. */
export const cardSource: SearchSource = {
  id: 'cards',
  title: (texts) => texts.cards.title,
  find: async ({ query, brand, texts }) => {
    const typed = query.trim()
    if (typed.length < 3) return []
    if (!brand.permissions.includes('cards.see'))
      return brand.permissions.includes('terminal.use') && /^\d+$/.test(typed) ? [atTerminal(typed, texts)] : []
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
