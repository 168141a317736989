import type { Brand } from '../../../domain/brand/brand.ts'
import { memberAddress } from '../../../domain/brand/member/member-address.ts'
import { minute } from '../../../ground/kernel/time.ts'
import { claimGift, endGift, type FoundGift, findGift, unclaimGift } from '../../../storage/store/member/gift.sql.ts'
import { type CardView, findCards } from '../../../storage/store/queries/card-view.sql.ts'
import type { MemberServices } from '../member-services.ts'
import { isTurnedAway, type MemberRefusal, turnAway } from '../refusal.ts'
import { fromGiftToken, giftLinkUse, toGiftToken } from './gift-token.ts'

/** Whoever began to take one and has not come to an end by then never will. */
export const claimMs = 5 * minute

interface Looking {
  readonly services: Pick<MemberServices, 'pool' | 'pins' | 'now'>
  readonly brand: Brand
}

/** A gift that waits, with what is on its card. */
interface Present {
  readonly gift: FoundGift
  readonly view: CardView
}

const isGone = turnAway('refused', 'This gift was taken already, or taken back by whoever sent it.')

/** The secret of a gift: whoever knows it can take it. */
const tokenOfGift = (giftId: string, { services: { pins }, brand }: Looking): string =>
  toGiftToken(brand.id, giftId, pins.keyFor(giftLinkUse))

/** Where whoever it is sent to opens it. */
export const linkOfGift = (giftId: string, looking: Looking & { readonly origin: string }): string =>
  `${memberAddress(looking.brand, looking.origin)}/present?gift=${tokenOfGift(giftId, looking)}`

/** A token that was never made, and one whose gift is over, are the same. */
export async function findPresent(token: string, { services, brand }: Looking): Promise<Present | MemberRefusal> {
  const giftId = fromGiftToken(token, brand.id, services.pins.keysFor(giftLinkUse))
  const gift = giftId === undefined ? undefined : await findGift(services.pool, brand.id, giftId)
  // A card that staff have suspended since waits for nobody, whoever still has a link.
  if (!gift || gift.ended !== null || !gift.is_sent) return isGone
  const [view] = await findCards(services.pool, brand.id, [gift.card_number])
  return view ? { gift, view } : isGone
}

interface Settling {
  readonly giftId: string
  /** Who takes it, or takes it back. */
  readonly own: CardView
  readonly ended: 'taken' | 'revoked'
}

/** Only one at a time takes a gift or takes it back; what came of it is noted, and otherwise others may try. */
export async function settleGift<Done extends object>(
  { giftId, own, ended }: Settling,
  { services, brand }: Looking,
  move: () => Promise<Done | MemberRefusal>,
): Promise<Done | MemberRefusal> {
  const { pool, now } = services
  const [at, taker] = [now(), own.card.id]
  if (!(await claimGift(pool, brand.id, { giftId, taker, at, since: at - claimMs }))) return isGone
  const done = await move()
  if (!isTurnedAway(done)) await endGift(pool, brand.id, { giftId, ended, at })
  // Where nobody knows whether it was done, nobody else may try for a while.
  else if (done.reason !== 'inDoubt') await unclaimGift(pool, brand.id, giftId, taker)
  return done
}
