import { isUsable } from '../../../domain/card/guard.ts'
import { flag, list } from '../../../ground/contract/field.ts'
import { isRefusal, refuseField } from '../../../ground/kernel/errors.ts'
import type { CardId } from '../../../ground/kernel/ids.ts'
import { type CardView, findChildren } from '../../../storage/store/queries/card-view.sql.ts'
import { type QueryContext, query } from '../operation.ts'
import { loadFacets } from './parts/card-facets.ts'
import { checkCardPin } from './parts/check-card-pin.ts'
import { type SearchRequest, searchRequest } from './parts/contract.ts'
import { filterPeople, findGuarded, findMatching, isSame, readingOf } from './parts/find-cards.ts'
import { cardModel } from './parts/search-models.ts'
import type { FoundCard } from './parts/search-view.ts'
import { showCard } from './parts/show-card.ts'
import { checkFilters, wantedTerms } from './parts/terms.ts'

type Context = QueryContext<SearchRequest>

export const search = query({
  name: 'search',
  summary: 'Find cards, or look one up.',
  callType: 'SEARCH',
  requestModel: 'SearchRequest',
  responseModel: 'SearchResponse',
  request: searchRequest,
  response: {
    cards: list('The cards.', cardModel).required(),
    usedCache: flag('Always false: balances and customers are read fresh.').required(),
  },
  check: ({ filters, childFilters: children, forcePinValidation, returnFields, exactMatch }) => {
    if (forcePinValidation && filters.cardNumber === undefined)
      return refuseField(100, 'filters.cardNumber', 'is required to check a pin')
    if (returnFields?.recommendationAmount !== undefined && filters.cardNumber === undefined)
      return refuseField(100, 'filters.cardNumber', 'is required for recommendationAmount')
    return (
      checkFilters(filters, 'filters', exactMatch) ?? (children && checkFilters(children, 'childFilters', exactMatch))
    )
  },
  guardedBy: async (context) => {
    const { filters, forcePinValidation, pin = '' } = context.request
    if (!forcePinValidation || filters.cardNumber === undefined) return undefined
    const cardNumber = await findGuarded(filters.cardNumber, context)
    return cardNumber === undefined ? undefined : { command: checkCardPin, request: { cardNumber, pin } }
  },
  answer: async (context) => {
    const { request, brand, pins } = context
    const views = await findMatching(context)
    const children = request.returnFields?.childCards ? await findChildViews(views, context) : undefined
    const all = [...views, ...(children?.values() ?? [])].flat()
    const facets = await loadFacets(
      all.map(({ card }) => card),
      request.returnFields,
      context,
    )
    const cards: (FoundCard & { childCards?: readonly FoundCard[] })[] = []
    for (const view of views) {
      const card = showCard(view, { request, brand, pins, facets })
      if (isRefusal(card)) return card
      const shown = (children?.get(view.card.id) ?? []).map((child) =>
        showCard(child, { request, brand, pins, facets }),
      )
      const refusal = shown.find((child) => isRefusal(child))
      if (refusal && isRefusal(refusal)) return refusal
      const childCards = shown.filter((child): child is FoundCard => !isRefusal(child))
      cards.push(children ? { ...card, childCards } : card)
    }
    const only = views.length === 1 ? views[0] : undefined
    return { kind: 'answer', response: { cards, usedCache: false }, ...(only && { cardId: only.card.id }) }
  },
})

/** The children of the cards that were found, by their root; with childFilters those that match. */
async function findChildViews(views: readonly CardView[], context: Context): Promise<Map<CardId, CardView[]>> {
  const { request, brand, reader } = context
  const roots = views.map(({ card }) => card.id)
  const all = roots.length > 0 ? await findChildren(reader, brand.id, roots) : []
  const found = request.includeInactive ? all : all.filter(({ card, now }) => isUsable(card, now))
  const matching = request.childFilters ? await filterChildren(found, context) : found
  return Map.groupBy(matching, ({ card }) => card.root?.id ?? card.id)
}

async function filterChildren(children: readonly CardView[], context: Context): Promise<CardView[]> {
  const filters = context.request.childFilters ?? {}
  const { cardNumber, customCardNumber, cardSetId } = filters
  const named = children.filter(({ card }) => {
    if (cardNumber !== undefined && !isSame(card.number, cardNumber)) return false
    if (cardSetId !== undefined && !isSame(card.setId, cardSetId)) return false
    return customCardNumber === undefined || isSame(card.customNumber, customCardNumber)
  })
  return filterPeople(named, wantedTerms(filters, readingOf(context)), context)
}
