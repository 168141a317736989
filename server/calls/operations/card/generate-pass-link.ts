import type { Card } from '../../../domain/card/card.ts'
import type { DecisionContext } from '../../../domain/decision/decision.ts'
import { passLinkUse, passPath, toPassToken } from '../../../domain/message/link/pass-link.ts'
import { dateTime, id, text } from '../../../ground/contract/field.ts'
import { refuse, refuseField } from '../../../ground/kernel/errors.ts'
import { formatDateTime, type Instant } from '../../../ground/kernel/time.ts'
import { command } from '../operation.ts'
import { withCard } from '../with-card.ts'

export const generatePassLink = command({
  name: 'generatePassLink',
  summary: 'Create a link to a pass of the card, which is a web page.',
  details:
    'The pass shows the card number, also as a QR code, and the balances at the moment it is opened. It names no person. Whoever has the link sees the pass as long as the card can be used. Where passes for phone wallets are set up, the page offers to add it to Apple Wallet or Google Wallet.',
  callType: 'UPDATE_ACCOUNT',
  requestModel: 'GeneratePassLinkRequest',
  responseModel: 'GeneratePassLinkResponse',
  request: {
    cardNumber: id('The card.').required(6),
    expirationDate: dateTime('When the link expires, in the future. Absent: never, and the same link each time.'),
  },
  response: {
    url: text(
      "The link, an absolute address. It begins with the server's PURSER_PUBLIC_URL, or else with the server's own address.",
    ).required(),
    expirationDate: text('When the link expires, yyyy-MM-dd HH:mm:ss. Absent: never.'),
  },
  touches: ({ cardNumber }) => ({ cards: [cardNumber] }),
  // A checkout's lock keeps what a card has; the link changes nothing of that.
  decide: (context) => withCard(context, (card) => decideLink(card, context), { passesLock: () => true }),
})

function decideLink(card: Card, context: DecisionContext<{ readonly expirationDate?: Instant }>) {
  const { brand, call, now, pins } = context
  const { expirationDate: expiresAt } = context.request
  if (expiresAt !== undefined && expiresAt <= now) return refuseField(100, 'expirationDate', 'must lie in the future')
  if (call.address === undefined)
    return refuse(100, 'The address at which customers reach this server is not set: set PURSER_PUBLIC_URL.')
  const ends = expiresAt === undefined ? {} : { expiresAt }
  const token = toPassToken({ brand: brand.id, card: card.id, ...ends }, pins.keyFor(passLinkUse))
  return {
    kind: 'outcome' as const,
    response: {
      url: `${call.address}${passPath(token)}`,
      ...(expiresAt !== undefined && { expirationDate: formatDateTime(expiresAt, brand.interfaceTimeZone) }),
    },
    about: card,
    cards: [],
    postings: [],
    passes: [card.id],
  }
}
