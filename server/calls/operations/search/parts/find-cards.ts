import { emptyAccount } from '../../../../domain/account/account.ts'
import type { Brand } from '../../../../domain/brand/brand.ts'
import { isUsable } from '../../../../domain/card/guard.ts'
import { defined } from '../../../../ground/kernel/defined.ts'
import { listAccounts } from '../../../../storage/store/batch/account.sql.ts'
import { listCardNumbers } from '../../../../storage/store/queries/card-search.sql.ts'
import { type CardView, findCards, listMeantNumbers } from '../../../../storage/store/queries/card-view.sql.ts'
import { listCardNumbersByTerms, type WantedTerm } from '../../../../storage/store/queries/term-search.sql.ts'
import type { QueryContext } from '../../operation.ts'
import type { SearchRequest } from './contract.ts'
import { matchesTerms, wantedTerms } from './terms.ts'

type Context = QueryContext<SearchRequest>

/** The cards that match all filters: the newest first, where people are looked for among the first matches. */
export async function findMatching(context: Context): Promise<CardView[]> {
  const { request, brand, reader } = context
  const { cardNumber, customCardNumber, cardSetId: givenSet } = request.filters
  const cardSetId = givenSet === undefined ? undefined : meantSet(givenSet, brand)
  if (givenSet !== undefined && cardSetId === undefined) return []
  const terms = wantedTerms(request.filters, readingOf(context))
  if (cardNumber !== undefined) return filterPeople(await findByNumber(cardNumber, context), terms, context)
  const { includeInactive, limit, offset } = request
  const page = defined({
    includeInactive,
    limit,
    offset,
    customCardNumber,
    cardSetId,
  })
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

export const readingOf = (context: Context) => ({
  country: callerCountry(context),
  isExact: context.request.exactMatch,
})

/** Phone numbers without a country are those of the place that asks. */
function callerCountry({ brand, call }: { brand: Brand; call: { locationId: string } }): string {
  return brand.locations.get(call.locationId)?.country ?? brand.country
}

/** So many cards are looked at that have a child of the same number. */
const meantMax = 100

/** The card of the number; where none can be used, those that it may mean. With a pin, only the one whose pin was checked. */
async function findByNumber(number: string, context: Context): Promise<CardView[]> {
  const { request, brand, reader } = context
  const found = await reader.findCard(brand.id, number)
  if (found && isMeant(found, request)) return request.offset === 0 && matches(found, request) ? [found] : []
  const numbers = await listMeantNumbers(reader, brand.id, number, request.forcePinValidation ? 1 : meantMax)
  const views = new Map((await findCards(reader, brand.id, numbers)).map((view) => [view.card.number, view]))
  const meant = numbers.flatMap((one) => views.get(one) ?? []).filter((view) => matches(view, request))
  return meant.slice(request.offset, request.offset + request.limit)
}

/** The number of the card whose pin a search by this number has to know; undefined when it means none. */
export async function findGuarded(
  number: string,
  { request, brand, reader }: Pick<Context, 'request' | 'brand' | 'reader'>,
): Promise<string | undefined> {
  const found = await reader.findCard(brand.id, number)
  if (found && isMeant(found, request)) return found.card.number
  const [meant] = await listMeantNumbers(reader, brand.id, number, 1)
  return meant ?? found?.card.number
}

/** A card that is not looked for, such as one in stock, does not hide the child card of the same number. */
const isMeant = ({ card, now }: CardView, { includeInactive }: SearchRequest) => includeInactive || isUsable(card, now)

/** Whether texts are the same in any case. */
export const isSame = (one: string | undefined, other: string) => one?.toLowerCase() === other.toLowerCase()

function meantSet(given: string, { cardSets }: Brand): string | undefined {
  return cardSets.has(given) ? given : cardSets.keys().find((known) => isSame(known, given))
}

function matches({ card, now }: CardView, { filters, includeInactive }: SearchRequest): boolean {
  if (!includeInactive && !isUsable(card, now)) return false
  const { cardSetId: set, customCardNumber: custom } = filters
  return (set === undefined || isSame(card.setId, set)) && (custom === undefined || isSame(card.customNumber, custom))
}
