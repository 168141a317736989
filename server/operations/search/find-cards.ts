import { emptyAccount } from '../../account/account.ts'
import type { Brand } from '../../brand/brand.ts'
import { isUsable } from '../../card/guard.ts'
import { listAccounts } from '../../store/account.sql.ts'
import { listCardNumbers } from '../../store/card-search.sql.ts'
import { findCards, findRootOfChild } from '../../store/card-view.sql.ts'
import type { CardView } from '../../store/reader.ts'
import { listCardNumbersByTerms, type WantedTerm } from '../../store/term-search.sql.ts'
import type { QueryContext } from '../operation.ts'
import type { SearchRequest } from './search.ts'
import { matchesTerms, wantedTerms } from './terms.ts'

type Context = QueryContext<SearchRequest>

/** The cards that match all filters: the newest first, where people are looked for among the first matches. */
export async function findMatching(context: Context): Promise<CardView[]> {
  const { request, brand, reader } = context
  const { cardNumber, customCardNumber, cardSetId } = request.filters
  if (cardSetId !== undefined && !brand.cardSets.has(cardSetId)) return []
  const terms = wantedTerms(request.filters, callerCountry(context))
  if (cardNumber !== undefined) return filterPeople(await findByNumber(cardNumber, context), terms, context)
  const { includeInactive, limit, offset } = request
  const page = {
    includeInactive,
    limit,
    offset,
    ...(customCardNumber !== undefined && { customCardNumber }),
    ...(cardSetId !== undefined && { cardSetId }),
  }
  const numbers =
    terms.length > 0
      ? await listCardNumbersByTerms(reader, brand.id, terms, page)
      : await listCardNumbers(reader, brand.id, page)
  const views = new Map((await findCards(reader, brand.id, numbers)).map((view) => [view.card.number, view]))
  return numbers.flatMap((number) => views.get(number) ?? []).filter((view) => matches(view, request))
}

/** Of cards that have been found, those whose customers match. */
export async function filterPeople(
  views: readonly CardView[],
  terms: readonly WantedTerm[],
  { brand, reader }: Pick<Context, 'brand' | 'reader'>,
): Promise<CardView[]> {
  if (terms.length === 0 || views.length === 0) return [...views]
  const ids = views.map(({ card }) => card.id)
  const accounts = new Map((await listAccounts(reader, brand.id, ids)).map((account) => [account.cardId, account]))
  return views.filter(({ card }) => matchesTerms(accounts.get(card.id) ?? emptyAccount(card.id), terms))
}

/** Phone numbers without a country are those of the place that asks. */
export function callerCountry({ brand, call }: { brand: Brand; call: { locationId: string } }): string {
  return brand.locations.get(call.locationId)?.country ?? brand.country
}

async function findByNumber(number: string, { request, brand, reader }: Context): Promise<CardView[]> {
  const found = (await reader.findCard(brand.id, number)) ?? (await findRoot(number, { brand, reader }))
  return found && request.offset === 0 && matches(found, request) ? [found] : []
}

async function findRoot(
  child: string,
  { brand, reader }: Pick<Context, 'brand' | 'reader'>,
): Promise<CardView | undefined> {
  const number = await findRootOfChild(reader, brand.id, child)
  return number === undefined ? undefined : reader.findCard(brand.id, number)
}

function matches({ card, now }: CardView, { filters, includeInactive }: SearchRequest): boolean {
  if (!includeInactive && !isUsable(card, now)) return false
  if (filters.cardSetId !== undefined && card.setId !== filters.cardSetId) return false
  const custom = filters.customCardNumber
  return custom === undefined || card.customNumber?.toLowerCase() === custom.toLowerCase()
}
