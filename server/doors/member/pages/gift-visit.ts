import type { MemberTextName } from '../../../domain/brand/member/english.ts'
import type { SentDocument, SentPage } from '../../../ground/html/page.ts'
import { newToken } from '../../../ground/kernel/random-token.ts'
import { isTurnedAway, type MemberRefusal } from '../refusal.ts'
import { addGiftCard, checkCard } from '../routes/gift-card.ts'
import { gifts as giftsRoute, revokeGift, sendGift } from '../routes/gifts.ts'
import type { FormValues } from './page-request.ts'
import { type ScreenVisit, seeOther } from './screen-visit.ts'
import { type GiftShown, giftPage, type ShownGift } from './screens/gift.ts'
import type { MemberAmount } from './words.ts'

/** Gift cards: whoever has number and pin sees what is on one; a member adds it to their own, or sends it on. */
export const showGifts = (visit: ScreenVisit, query: URLSearchParams): Promise<SentDocument> =>
  shown(visit, { isAdded: visit.done.saidBy(query, 'added') !== undefined })

async function shown(visit: ScreenVisit, more: GiftShown): Promise<SentDocument> {
  const found = visit.isIn ? await visit.ask<{ gifts: ShownGift[] }>(giftsRoute) : undefined
  if (!found || isTurnedAway(found)) return giftPage(visit.room, more)
  return giftPage(visit.room, { ...more, ...found, choiceId: newToken(visit.random).token })
}

/** What was written into the form. */
interface Written {
  readonly cardNumber: string
  readonly pin: string
  readonly friend: string
}

export async function actOnGifts(visit: ScreenVisit, form: FormValues): Promise<SentPage> {
  const cardNumber = form.one('cardNumber').replace(/\s/g, '').slice(0, 100)
  const written = { cardNumber, pin: form.one('pin').trim().slice(0, 20), friend: form.one('friend').trim() }
  switch (form.one('do')) {
    case 'add':
      return add(visit, written, form.one('choice').slice(0, 64))
    case 'send':
      return send(visit, written)
    case 'revoke': {
      const done = await visit.ask(revokeGift, { giftId: form.one('gift').slice(0, 64) })
      // Whatever became of it is in the list.
      return isTurnedAway(done) && !expected.has(done.reason)
        ? visit.refused(done)
        : seeOther(`${visit.room.base}/gift`)
    }
    default:
      return check(visit, written)
  }
}

const expected: ReadonlySet<string> = new Set(['refused', 'notFound', 'invalid'])

async function check(visit: ScreenVisit, written: Written): Promise<SentPage> {
  const { cardNumber, pin } = written
  const found = await visit.ask<{ balances: MemberAmount[] }>(checkCard, { cardNumber, pin })
  if (isTurnedAway(found)) return refused(found, visit, written)
  return shown(visit, { filled: { values: { cardNumber } }, found: found.balances })
}

async function add(visit: ScreenVisit, written: Written, choiceId: string): Promise<SentPage> {
  const { cardNumber, pin } = written
  const done = await visit.ask(addGiftCard, { cardNumber, pin, choiceId })
  return isTurnedAway(done)
    ? refused(done, visit, written)
    : seeOther(`${visit.room.base}/gift?${visit.done.queryFor('added')}`)
}

async function send(visit: ScreenVisit, written: Written): Promise<SentPage> {
  const { cardNumber, pin, friend } = written
  const done = await visit.ask(sendGift, { cardNumber, pin, ...(friend !== '' && { email: friend }) })
  return isTurnedAway(done) ? refused(done, visit, written) : shown(visit, { sentTo: friend })
}

/** Why a card is not found, or cannot be moved, by the error of the operation. */
const wordsByCode: Readonly<Record<number, MemberTextName>> = {
  13: 'giftTooMuch',
  113: 'giftBusy',
  115: 'giftNotHere',
  116: 'giftNotHere',
  127: 'giftBusy',
}

export const giftRefusalWords = ({ code = 0 }: MemberRefusal): MemberTextName => wordsByCode[code] ?? 'giftNotMovable'

function refused(
  refusal: MemberRefusal,
  visit: ScreenVisit,
  { cardNumber, friend }: Written,
): SentPage | Promise<SentPage> {
  const { reason, code, field } = refusal
  const { say } = visit.room.words
  const filled = (text: string) => shown(visit, { filled: { values: { cardNumber, friend }, fault: { text } } })
  if (reason === 'slowDown') return filled(say('tooOften'))
  if (reason === 'invalid')
    return filled(field === 'email' ? `${say('giftFriend')}: ${say('notValid')}` : say('cardNotFound'))
  if (reason !== 'refused') return visit.refused(refusal)
  if (field === 'cardNumber') return filled(say('giftSentTwice'))
  return filled(say(code === undefined ? 'cardNotFound' : giftRefusalWords(refusal)))
}
