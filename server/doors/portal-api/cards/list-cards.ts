import type { Brand } from '../../../domain/brand/brand.ts'
import { id, integer, list, model, oneOf, text } from '../../../ground/contract/field.ts'
import { cardStatuses } from '../../../ground/kernel/card-status.ts'
import { isUuid } from '../../../ground/kernel/ids.ts'
import { type CardOrder, listCards as selectCards } from '../../../storage/store/portal/card-list.sql.ts'
import { findCards } from '../../../storage/store/queries/card-view.sql.ts'
import { turnDown } from '../refusal.ts'
import { brandRoute } from '../route.ts'
import { cardItem } from './parts/models.ts'
import { placesOf } from './parts/own-places.ts'
import { readerOf } from './parts/reading.ts'
import { showCardItems } from './parts/show.ts'

const choice = model('PortalChoice', 'Something to choose from.', {
  id: text('Its id.').required(),
  name: text('Its name.').required(),
})

export const listCards = brandRoute({
  name: 'listCards',
  summary: 'List cards, a page at a time.',
  permission: 'cards.see',
  isConfirmed: false,
  reach: 'place',
  request: {
    sort: oneOf('Last used first, made last first, or by number.', ['activity', 'newest', 'number']).default(
      'activity',
    ),
    status: oneOf('Only cards of this status.', cardStatuses),
    program: id('Only cards of this program.'),
    cardSet: id('Only cards of this set.'),
    tier: id('Only cards that have this level.'),
    segment: id('Only cards of this segment. It tells who somebody is: for those who may see that.').personal(),
    after: id('Where the page before ended: its next.'),
    limit: integer('How many to return at most.').between(1, 100).default(25),
  },
  response: {
    cards: list('The cards. Fewer than asked for if few match: the next page goes on.', cardItem).required(),
    next: text('Where the next page begins. Absent at the end.'),
    programs: list('The programs there are.', choice).required(),
    cardSets: list('The card sets there are.', choice).required(),
    tiers: list('The levels there are.', choice).required(),
    segments: list('The segments there are. Empty for those who may not choose by one.', choice).required().personal(),
  },
  run: async (visit) => {
    const { request, brand } = visit
    const { sort, status, tier, segment, after, limit } = request
    if (after !== undefined && !isMark(after, sort)) return turnDown('invalid', 'after: is no mark of this order')
    const filter = { status, tier, segment, sets: setsOf(request, brand), locations: placesOf(visit) }
    const reader = readerOf(visit)
    const { numbers, next } = await selectCards(reader, brand.id, { order: sort, filter, after, limit })
    const views = new Map((await findCards(reader, brand.id, numbers)).map((view) => [view.card.number, view]))
    const cards = await showCardItems(
      numbers.flatMap((number) => views.get(number) ?? []),
      visit,
    )
    return { cards, ...(next !== undefined && { next }), ...choicesOf(brand) }
  },
})

function isMark(after: string, order: CardOrder): boolean {
  if (order === 'activity') return isUuid(after)
  return order === 'number' || /^\d{1,15}$/.test(after)
}

/** The sets that a program or a set stands for; undefined where neither is named. */
function setsOf(
  { program, cardSet }: { readonly program?: string; readonly cardSet?: string },
  { cardSets }: Brand,
): readonly string[] | undefined {
  if (cardSet !== undefined) return [cardSet]
  if (program === undefined) return undefined
  return [...cardSets].filter(([, one]) => one.id === program).map(([set]) => set)
}

function choicesOf({ document, programs: read }: Brand) {
  const { programs, segments } = document
  const named = ({ id: known, name }: { readonly id: string; readonly name: string }) => ({ id: known, name })
  return {
    programs: programs.map(named),
    cardSets: programs.flatMap((program) => program.cardSets.map(named)),
    tiers: programs.flatMap(({ id: program }) => read.get(program)?.tiers?.levels.map(named) ?? []),
    segments: segments.map(named),
  }
}
