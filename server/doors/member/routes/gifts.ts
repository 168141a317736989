import { sendGiftCard, takeBackGiftCard } from '../../../calls/operations/transfer/parts/send-gift-card.ts'
import { takeGiftCard } from '../../../calls/operations/transfer/parts/take-gift-card.ts'
import { memberAddress } from '../../../domain/brand/member/member-address.ts'
import { memberSay } from '../../../domain/brand/member/member-texts.ts'
import { isUsable } from '../../../domain/card/guard.ts'
import { id, integer, list, model, oneOf, text } from '../../../ground/contract/field.ts'
import { isUuid, uuidV7 } from '../../../ground/kernel/ids.ts'
import { day, hour } from '../../../ground/kernel/time.ts'
import {
  deleteGift,
  endGift,
  endGiftsOf,
  type FoundGift,
  findGift,
  insertGift,
  listGifts,
} from '../../../storage/store/member/gift.sql.ts'
import type { CardView } from '../../../storage/store/queries/card-view.sql.ts'
import { shownAmount } from '../../portal-api/cards/parts/models.ts'
import { shownExpiry } from '../../portal-api/cards/parts/page-models.ts'
import { showExpiries } from '../../portal-api/cards/parts/page-parts.ts'
import { showBalances } from '../../portal-api/cards/parts/show.ts'
import { mayAgain } from '../counting.ts'
import { addressHash, contactOf } from '../enter/one-time-code.ts'
import { findByPin, noSuchCard, numberAndPin } from '../gifts/find-by-pin.ts'
import { claimMs, findPresent, linkOfGift, settleGift } from '../gifts/present.ts'
import { perform, performOnce } from '../perform.ts'
import { isTurnedAway, type MemberRefusal, notIn, turnAway } from '../refusal.ts'
import { type OwnMemberVisit, openRoute, ownRoute } from '../route.ts'
import { slowed } from '../run-route.ts'
import { findOwnCard } from './card.ts'

/** Whoever sends more is no friend: mails to people who did not ask for them cost the brand its good name. */
const giftLimits = {
  ofMember: { ms: day, most: 20 },
  mailsOfMember: { ms: day, most: 5 },
  mailsTo: { ms: day, most: 3 },
  mailsOfBrand: { ms: hour, most: 500 },
} as const

const giftsMax = 50

const sentGift = model('MemberGift', 'A gift card that the member has sent on.', {
  giftId: text('Its id.').required(),
  cardEnd: text('The end of its number.').required(),
  sentAt: integer('When it was sent, in milliseconds since 1970.').required(),
  state: oneOf('waiting, until somebody takes it; taken; or revoked, by the member.', [
    'waiting',
    'taken',
    'revoked',
  ]).required(),
  link: text('Of one that waits: the page that whoever it is for opens.').secret(),
})

const tooOften = { ...turnAway('slowDown', 'That was too often. Wait a while, then try again.'), retryAfter: 3600 }

export const sendGift = ownRoute({
  name: 'sendGift',
  part: 'giftCards',
  changes: true,
  summary: 'Send a gift card on, by a link or an e-mail. Until somebody takes it, nobody can use the card.',
  request: { ...numberAndPin, email: text('Where the link is sent. Absent: it is only returned.').max(254).personal() },
  response: {
    giftId: text('Its id.').required(),
    link: text('The page that whoever it is for opens.').required().secret(),
  },
  run: async (visit) => {
    const { services, brand, request } = visit
    const own = await findOwnCard(visit)
    if (!own) return notIn
    const { email } = request
    const refusal = email === undefined ? undefined : await refuseMail(email, own, visit)
    if (refusal) return refusal
    const view = await findByPin(visit)
    if (isTurnedAway(view)) return view
    if (!isUsable(view.card, view.now)) return noSuchCard
    if (!(await mayAgain(services, brand, `gifts ${own.card.id}`, giftLimits.ofMember))) return tooOften
    return send(own, view, visit)
  },
})

async function refuseMail(
  email: string,
  { card }: CardView,
  { services, brand }: OwnMemberVisit<unknown>,
): Promise<MemberRefusal | undefined> {
  const contact = contactOf({ email }, brand)
  if (isTurnedAway(contact)) return contact
  // Whoever sends it says by which name they reached the server: a mail goes out with none but the operator's.
  const isReached = services.isDemo || memberAddress(brand, services.publicUrl) !== undefined
  if (!brand.document.senders.email || !isReached)
    return { ...turnAway('invalid', 'email: no mail can be sent'), field: 'email' }
  const address = addressHash(services.pins, brand, contact).toString('hex')
  const isFine =
    (await mayAgain(services, brand, `gift mails of ${card.id}`, giftLimits.mailsOfMember)) &&
    (await mayAgain(services, brand, `gift mails to ${address}`, giftLimits.mailsTo)) &&
    (await mayAgain(services, brand, 'gift mails of the brand', giftLimits.mailsOfBrand))
  return isFine ? undefined : tooOften
}

/** The row comes first: a card that nobody can use must always be one that its sender can take back. */
async function send(own: CardView, view: CardView, visit: OwnMemberVisit<{ readonly email?: string }>) {
  const { services, brand, language, request } = visit
  const { pool, random, now } = services
  const at = now()
  const giftId = uuidV7(at, random(10))
  // It is in use: what waited with it was ended by staff, or by a process that died.
  await endGiftsOf(pool, brand.id, { giftCard: view.card.id, at, sentBefore: at - claimMs })
  if (!(await insertGift(pool, brand.id, { giftId, card: own.card.id, giftCard: view.card.id, at })))
    return { ...turnAway('refused', 'This card was sent on already.'), field: 'cardNumber' }
  const link = linkOfGift(giftId, visit)
  const say = memberSay(brand, language)
  const values = { brand: brand.name, link }
  const mail = request.email !== undefined && {
    recipient: request.email,
    subject: say('giftSubject', values),
    text: say('giftMail', values),
  }
  const done = await perform(sendGiftCard, { giftCardNumber: view.card.number, ...mail }, visit)
  if (!isTurnedAway(done)) return { giftId, link }
  if (done.reason !== 'inDoubt') await deleteGift(pool, brand.id, giftId)
  return done
}

export const gifts = ownRoute({
  name: 'gifts',
  part: 'giftCards',
  changes: false,
  summary: 'What the member has sent on, and what became of it.',
  request: {},
  response: { gifts: list('The gift cards, the newest first.', sentGift).required() },
  run: async (visit) => {
    const own = await findOwnCard(visit)
    if (!own) return notIn
    const rows = await listGifts(visit.services.pool, visit.brand.id, own.card.id, giftsMax)
    return { gifts: rows.map((row) => showGift(row, visit)) }
  },
})

function showGift(row: FoundGift, visit: OwnMemberVisit<unknown>) {
  const { gift_id: giftId, card_number: number, sent_at: sentAt, status } = row
  const ended = row.ended ?? (status === 'Transfer' ? ('taken' as const) : null)
  // Staff who look at it as the customer does could take it.
  const isShown = ended === null && visit.member.way !== 'staff'
  return {
    giftId,
    cardEnd: number.slice(-4),
    sentAt,
    state: ended ?? ('waiting' as const),
    ...(isShown && { link: linkOfGift(giftId, visit) }),
  }
}

export const revokeGift = ownRoute({
  name: 'revokeGift',
  part: 'giftCards',
  changes: true,
  summary: 'Take a gift card back that nobody has taken yet. It can be used again.',
  request: { giftId: id('The gift, from gifts.').required() },
  response: {},
  run: async (visit) => {
    const own = await findOwnCard(visit)
    if (!own) return notIn
    const { services, brand, request } = visit
    const giftId = request.giftId.toLowerCase()
    const rows = isUuid(giftId) ? await listGifts(services.pool, brand.id, own.card.id, giftsMax) : []
    const gift = rows.find((one) => one.gift_id === giftId)
    // Somebody else's, and one that there never was, are the same.
    if (!gift || gift.ended !== null) return turnAway('notFound', 'There is no such gift that waits.')
    return settleGift({ giftId, own, ended: 'revoked' }, visit, async () => {
      const found = await findGift(services.pool, brand.id, giftId)
      // Staff have suspended it for a reason of their own: it no longer waits, and stays as it is.
      if (found?.status === 'Suspended' && !found.is_sent) return {}
      const done = await perform(takeBackGiftCard, { giftCardNumber: gift.card_number }, visit)
      if (!isTurnedAway(done)) return {}
      // It was taken although that was never noted, or staff have made it usable again: either way it no longer waits.
      if (done.code === 111) return {}
      if ((await findGift(services.pool, brand.id, giftId))?.status === 'Transfer')
        await endGift(services.pool, brand.id, { giftId, ended: 'taken', at: services.now() })
      return done
    })
  },
})

const giftToken = text('What the link has after gift=.').required().max(400).secret()

export const present = openRoute({
  name: 'present',
  part: 'giftCards',
  summary: 'What is in a gift, for whoever has its link: balances, and nothing of a person.',
  request: { gift: giftToken },
  response: {
    balances: list('What can be used now.', shownAmount).required(),
    expiring: list('What of it expires, the soonest first.', shownExpiry).required(),
  },
  run: async (visit) => {
    const { services, request, source, brand } = visit
    const wait = slowed(services.guesses, source)
    if (wait) return wait
    const found = await findPresent(request.gift, visit)
    if (isTurnedAway(found)) return found
    return { balances: showBalances(found.view, brand), expiring: showExpiries(found.view, brand) }
  },
})

export const takePresent = ownRoute({
  name: 'takePresent',
  part: 'giftCards',
  changes: true,
  summary: "Move what is in a gift to the member's own card: all of it, once.",
  request: { gift: giftToken },
  response: { added: list('What the member got.', shownAmount).required() },
  run: async (visit) => {
    const own = await findOwnCard(visit)
    if (!own) return notIn
    const found = await findPresent(visit.request.gift, visit)
    if (isTurnedAway(found)) return found
    const { gift, view } = found
    const giftId = gift.gift_id
    const sent = { cardNumber: own.card.number, giftCardNumber: gift.card_number, isSent: true }
    return settleGift({ giftId, own, ended: 'taken' }, visit, async () => {
      const done = await performOnce(takeGiftCard, sent, `member gift\0sent\0${giftId}`, visit)
      return done !== undefined && isTurnedAway(done) ? done : { added: showBalances(view, visit.brand) }
    })
  },
})
