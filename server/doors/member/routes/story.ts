import { explainRequest } from '../../../calls/operations/request/parts/explanation.ts'
import { id, integer, list, text } from '../../../ground/contract/field.ts'
import { isUuid } from '../../../ground/kernel/ids.ts'
import type { Language } from '../../../ground/kernel/language.ts'
import { listStory } from '../../../storage/store/portal/story.sql.ts'
import { findRequest, listPostings } from '../../../storage/store/queries/request-view.sql.ts'
import { toHappenings } from '../../portal-api/cards/card-story.ts'
import { readerOf } from '../../portal-api/cards/parts/reading.ts'
import type { Happening } from '../../portal-api/cards/parts/story.ts'
import { memberHappening } from '../member-models.ts'
import { wordsFor } from '../pages/words.ts'
import { notIn, turnAway } from '../refusal.ts'
import { rewardName } from '../rewards/reward-name.ts'
import { type OwnMemberVisit, ownRoute } from '../route.ts'
import { givenWords } from '../why/given.ts'
import { nearlyGiven } from '../why/nearly-given.ts'
import { findOwnCard } from './card.ts'

export const story = ownRoute({
  name: 'story',
  part: 'history',
  changes: false,
  summary: 'What happened to the card, newest first.',
  request: {
    before: integer('Only what came before: the next of the page before.').between(0, 2_147_483_647),
    limit: integer('How many to return at most.').between(1, 50).default(20),
  },
  response: {
    happenings: list('What happened.', memberHappening).required(),
    next: integer('Where the next page begins. Absent at the end.'),
  },
  run: async (visit) => {
    const { before, limit } = visit.request
    const view = await findOwnCard(visit)
    if (!view) return notIn
    const page = { cardId: view.card.id, before, locations: undefined, limit: limit + 1 }
    const rows = await listStory(readerOf(visit), visit.brand.id, page)
    const shown = rows.slice(0, limit)
    const last = shown.at(-1)
    const happenings = (await toHappenings(shown, view.card.id, visit)).map((one) => forTheMember(one, visit))
    return { happenings, ...(rows.length > limit && last && { next: last.card_seq }) }
  },
})

/** Without what is the merchant's own business: who of staff did it, and what they noted. */
function forTheMember(
  { reward: rewardId, ...one }: Happening,
  { brand, language }: Pick<OwnMemberVisit<unknown>, 'brand' | 'language'>,
) {
  const { requestRef, at, what, place, isVoided, paid, products, moreProducts, got, lost, coupons, couponsGiven } = one
  const reward = rewardId === undefined ? undefined : rewardName(rewardId, brand, language)
  const all = {
    requestRef,
    at,
    what,
    place,
    isVoided,
    paid,
    products,
    moreProducts,
    got,
    lost,
    coupons,
    couponsGiven,
    reward,
  }
  const known = Object.entries(all).filter(([, value]) => value !== undefined)
  return Object.fromEntries(known) as Pick<Happening, keyof typeof all>
}

export const why = ownRoute({
  name: 'why',
  part: 'history',
  changes: false,
  summary: 'Why something happened: what the rules gave, and what was nearly given.',
  request: { requestRef: id('What happened, from story.').required() },
  response: {
    given: list('What rules gave and why, in words.', text('In words.')).required(),
    nearly: list('What was nearly given, in words.', text('In words.')).required(),
    more: list('What became of the level, and what was taken back, in words.', text('In words.')).required(),
  },
  run: async (visit) => {
    const { brand, language, request } = visit
    const ref = request.requestRef.toLowerCase()
    const reader = readerOf(visit)
    const [view, found] = await Promise.all([
      findOwnCard(visit),
      isUuid(ref) ? findRequest(reader, brand.id, ref) : undefined,
    ])
    // Somebody else's call, and one that there never was, are the same.
    if (!view || !found || found.cardId !== view.card.id) return turnAway('notFound', 'There is no such thing.')
    const postings = await listPostings(reader, brand.id, [ref])
    const read: Language = language.startsWith('de') ? 'de' : 'en'
    const told = await explainRequest(
      { ref, request: found, postings, language: read, hidesPeople: true },
      brand,
      reader,
    )
    const { currency } = brand.locations.get(found.shown.locationId ?? '') ?? brand
    const telling = { brand, services: visit.services, currency, words: wordsFor(brand, language) }
    return {
      given: givenWords(told.fired, telling),
      nearly: await nearlyGiven(told.nearly, { ...view, saleAt: found.happenedAt }, telling),
      more: [...told.levels, ...told.takenBack, ...told.shortfalls],
    }
  },
})
