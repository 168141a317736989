import { CardBook } from '../../../../domain/card/book.ts'
import { isUsable } from '../../../../domain/card/guard.ts'
import { spendableLots } from '../../../../domain/card/lots.ts'
import { isUndecided } from '../../../../domain/decision/need.ts'
import { id, text } from '../../../../ground/contract/field.ts'
import { isRefusal, refuse } from '../../../../ground/kernel/errors.ts'
import { command } from '../../operation.ts'
import { findGiftCard } from './find-gift-card.ts'

/** Stands in for the rule of such messages. No rule can have this name, because rule names contain a slash. */
const giftRule = 'gift'

const sent = 'sent on as a gift'

/**
 * Sends a gift card on: as long as it waits for whoever gets it, nobody can use it. Only the member's side runs it, which has seen
 * the pin. The message goes out with it, or not at all.
 */
export const sendGiftCard = command({
  name: 'sendGiftCard',
  summary: 'Send a gift card on to somebody.',
  callType: 'UPDATE_ACCOUNT',
  requestModel: 'SendGiftCardRequest',
  responseModel: 'SendGiftCardResponse',
  request: {
    giftCardNumber: id('The gift card.').required(6),
    recipient: text('The e-mail address that it goes to. Absent: whoever sends it passes the link on.')
      .max(254)
      .personal(),
    subject: text('The subject of the message.').max(1000),
    text: text('The message, with the link.').max(10_000).secret(),
  },
  response: {},
  touches: ({ giftCardNumber }) => ({ cards: [giftCardNumber], allChildrenOf: [giftCardNumber] }),
  decide: (context) => {
    const { recipient, subject = '', text: words = '' } = context.request
    const gift = findGiftCard(context)
    if (isRefusal(gift) || isUndecided(gift)) return gift
    const { now } = context
    if (!gift.lots.some((lot) => spendableLots(gift, lot, now).length > 0))
      return refuse(128, 'There is nothing on the card.')
    const book = new CardBook(gift, now)
    book.update({ status: 'Suspended' })
    const message = { channel: 'email', rule: giftRule, recipient: recipient ?? '', subject, text: words } as const
    return {
      kind: 'outcome',
      response: {},
      subject: book.card,
      cards: [book.card],
      postings: [],
      detail: { newStatus: 'Suspended', suspensionReason: sent },
      ...(recipient !== undefined && { messages: [message] }),
    }
  },
})

/** Takes a gift card back that nobody has taken yet: it can be used again. */
export const takeBackGiftCard = command({
  name: 'takeBackGiftCard',
  summary: 'Take a gift card back that was sent on.',
  callType: 'UPDATE_ACCOUNT',
  requestModel: 'TakeBackGiftCardRequest',
  responseModel: 'TakeBackGiftCardResponse',
  request: { giftCardNumber: id('The gift card.').required(6) },
  response: {},
  touches: ({ giftCardNumber }) => ({ cards: [giftCardNumber] }),
  decide: ({ request, card, now }) => {
    const gift = card(request.giftCardNumber)
    if (!gift) return refuse(2)
    // Staff have made it usable again: there is nothing left to do.
    if (isUsable(gift, now)) return refuse(111)
    if (gift.status !== 'Suspended') return refuse(112)
    const book = new CardBook(gift, now)
    book.update({ status: 'Activated' })
    const detail = { newStatus: 'Activated', suspensionReason: 'taken back' } as const
    return { kind: 'outcome', response: {}, subject: book.card, cards: [book.card], postings: [], detail }
  },
})
