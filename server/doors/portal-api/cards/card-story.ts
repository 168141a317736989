import { id, integer, list } from '../../../ground/contract/field.ts'
import type { RequestRef } from '../../../ground/kernel/ids.ts'
import { listCouponsNamed } from '../../../storage/store/portal/find.sql.ts'
import { listStory, type StoryRow } from '../../../storage/store/portal/story.sql.ts'
import { findNumbers } from '../../../storage/store/queries/card-view.sql.ts'
import { listPostings } from '../../../storage/store/queries/request-view.sql.ts'
import { brandRoute } from '../route.ts'
import { findVisibleCard, noSuchCard, placesOf } from './parts/own-places.ts'
import { type Looking, readerOf } from './parts/reading.ts'
import { couponIdsOf, type Happening, type StoryKnown, toHappening } from './parts/story.ts'
import { happening } from './parts/story-models.ts'

export const cardStory = brandRoute({
  name: 'cardStory',
  summary: 'What happened to a card, newest first, as the figures of sentences.',
  permission: 'cards.see',
  isConfirmed: false,
  reach: 'place',
  request: {
    cardNumber: id('The card.').required(),
    before: integer('Only what came before: the next of the page before.').between(0, 2_147_483_647),
    limit: integer('How many to return at most.').between(1, 100).default(25),
  },
  response: {
    happenings: list('What happened.', happening).required(),
    next: integer('Where the next page begins. Absent at the end.'),
  },
  run: async (visit) => {
    const { cardNumber, before, limit } = visit.request
    const view = await findVisibleCard(cardNumber, visit)
    if (!view) return noSuchCard
    const page = { cardId: view.card.id, before, locations: placesOf(visit), limit: limit + 1 }
    const rows = await listStory(readerOf(visit), visit.brand.id, page)
    const shown = rows.slice(0, limit)
    const last = shown.at(-1)
    const happenings = await toHappenings(shown, view.card.id, visit)
    return { happenings, ...(rows.length > limit && last && { next: last.card_seq }) }
  },
})

/** Calls of a card as the figures of sentences. */
export async function toHappenings(
  rows: readonly StoryRow[],
  cardId: number,
  visit: Pick<Looking, 'services' | 'brand'>,
): Promise<Happening[]> {
  const { brand } = visit
  const reader = readerOf(visit)
  const refs: RequestRef[] = rows.map((row) => row.request_ref)
  const [postings, known] = await Promise.all([listPostings(reader, brand.id, refs), learn(rows, visit)])
  const byRef = Map.groupBy(postings, ({ ref }) => ref)
  return rows.map((row) => {
    const all = byRef.get(row.request_ref) ?? []
    const own = all.filter((posting) => posting.cardId === cardId || posting.cardId === row.child_id)
    return toHappening(row, own, known)
  })
}

/** The names of what the calls are about. */
async function learn(rows: readonly StoryRow[], visit: Pick<Looking, 'services' | 'brand'>): Promise<StoryKnown> {
  const { brand } = visit
  const reader = readerOf(visit)
  const coupons = rows.flatMap((row) => {
    const { used, given } = couponIdsOf(row)
    return [...used, ...given]
  })
  const others = rows.flatMap((row) => row.detail?.transfer?.from ?? [])
  const [found, cardNumbers] = await Promise.all([
    coupons.length > 0 ? listCouponsNamed(reader, brand.id, [...new Set(coupons)]) : [],
    findNumbers(reader, brand.id, others),
  ])
  const setName = (id: string) => brand.couponSets.get(id)?.name ?? id
  return {
    brand,
    couponNames: new Map(found.map((one) => [one.coupon_id, setName(one.coupon_set_id)])),
    cardNumbers,
  }
}
