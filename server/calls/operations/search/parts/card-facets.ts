import { type Account, emptyAccount } from '../../../../domain/account/account.ts'
import { programOf } from '../../../../domain/brand/value-types.ts'
import { LocalClock } from '../../../../domain/campaign/clock.ts'
import type { Recommended } from '../../../../domain/campaign/needs.ts'
import { type ShownTier, showTier } from '../../../../domain/campaign/tier/tier-in-call.ts'
import type { Card, HeldOffer } from '../../../../domain/card/card.ts'
import { readNow } from '../../../../ground/database/clock.sql.ts'
import type { Sql } from '../../../../ground/database/connection.ts'
import { defined } from '../../../../ground/kernel/defined.ts'
import type { BrandId, CardId } from '../../../../ground/kernel/ids.ts'
import { listAccounts } from '../../../../storage/store/batch/account.sql.ts'
import { listPassHolders } from '../../../../storage/store/batch/pass-link.sql.ts'
import { listOffers } from '../../../../storage/store/batch/personal-offer.sql.ts'
import { listRecommendations } from '../../../../storage/store/facts/recommendation.sql.ts'
import { type CardScores, listScores } from '../../../../storage/store/facts/score.sql.ts'
import { listSegmentsOf } from '../../../../storage/store/facts/segment.sql.ts'
import { loadTiers } from '../../../../storage/store/facts/tiers.ts'
import {
  type CheckoutView,
  type CounterView,
  type EventView,
  listBounced,
  listCardCheckouts,
  listCounters,
  listEvents,
  listMailings,
  type MailingView,
} from '../../../../storage/store/queries/card-facets.sql.ts'
import { type ActiveCoupon, listActiveCoupons } from '../../../../storage/store/queries/coupon-view.sql.ts'
import type { Reader } from '../../../../storage/store/queries/reader.ts'
import type { ListOfCards } from '../../../../storage/store/queries/shared-reads.ts'
import { listWalletStates } from '../../../../storage/store/wallet/wallet-pass.sql.ts'
import type { QueryContext } from '../../operation.ts'
import type { SearchRequest } from './contract.ts'

/** What was asked for about cards beyond their own row; absent when it was not. */
export interface Facets {
  readonly accounts?: ReadonlyMap<CardId, Account>
  readonly coupons?: ReadonlyMap<CardId, readonly ActiveCoupon[]>
  readonly events?: ReadonlyMap<CardId, readonly EventView[]>
  readonly emailBounced?: ReadonlyMap<CardId, true>
  readonly mmsBounced?: ReadonlyMap<CardId, true>
  readonly checkouts?: ReadonlyMap<CardId, readonly CheckoutView[]>
  readonly counters?: ReadonlyMap<CardId, readonly CounterView[]>
  readonly mailings?: ReadonlyMap<CardId, readonly MailingView[]>
  readonly offers?: ReadonlyMap<CardId, readonly HeldOffer[]>
  readonly segments?: ReadonlyMap<CardId, readonly string[]>
  readonly scores?: ReadonlyMap<CardId, CardScores>
  readonly recommended?: ReadonlyMap<CardId, readonly Recommended[]>
  /** Of root cards whose programs have levels. */
  readonly tiers?: ReadonlyMap<CardId, ShownTier>
  /** The cards that have a pass. */
  readonly passes?: ReadonlyMap<CardId, PassState>
}

/** Cards, and how many calls they have in all. */
interface AskedCards {
  readonly cards: readonly CardId[]
  readonly calls: number
}

type Fields = NonNullable<SearchRequest['returnFields']>

const accountFields = [
  'isEnrolled',
  'customer',
  'alternateCustomer',
  'giverCustomer',
  'brandDemographics',
  'customData',
  'thirdPartyLinks',
  'enrolledPrograms',
  'surveyResponses',
] as const satisfies readonly (keyof Fields)[]

/** One statement for each facet that is asked for, whatever the number of cards, and of searches that ask at the same moment. */
export async function loadFacets(
  cards: readonly Card[],
  fields: Fields | undefined,
  context: Pick<QueryContext<unknown>, 'brand' | 'reader'>,
): Promise<Facets> {
  if (!fields || cards.length === 0) return {}
  const asked = { cards: cards.map(({ id }) => id), calls: cards.reduce((sum, { seq }) => sum + seq, 0) }
  const [kept, computed, tiers] = await Promise.all([
    loadKept(asked, fields, context),
    loadComputed(asked, fields, context),
    fields.tier ? loadShownTiers(cards, context) : undefined,
  ])
  return { ...kept, ...computed, ...(tiers && { tiers }) }
}

/** The levels of root cards now, booked or not. */
async function loadShownTiers(
  cards: readonly Card[],
  { brand, reader }: Pick<QueryContext<unknown>, 'brand' | 'reader'>,
): Promise<ReadonlyMap<CardId, ShownTier>> {
  const now = await readNow(reader)
  const clock = new LocalClock(now, brand.timeZone)
  const shown = new Map<CardId, ShownTier>()
  for (const [program, group] of Map.groupBy(cards, (card) => programOf(brand, card))) {
    if (!program?.tiers) continue
    const roots = [...new Set(group.map(({ id, root }) => root?.id ?? id))]
    const pasts = await loadTiers({ db: reader, brand, now }, program.id, roots)
    for (const [id, past] of pasts) shown.set(id, showTier(program.tiers, past, clock))
  }
  return shown
}

/** What was worked out about the cards in the background. */
async function loadComputed(
  cards: AskedCards,
  fields: Fields,
  { brand, reader }: Pick<QueryContext<unknown>, 'brand' | 'reader'>,
): Promise<Pick<Facets, 'segments' | 'scores' | 'recommended'>> {
  const { recommendationAmount: count = 0 } = fields
  const [segments, scores, recommended] = await Promise.all([
    fields.segments ? reader.ofCards(brand.id, listSegmentsOf, cards) : undefined,
    fields.score ? reader.ofCards(brand.id, listScores, cards) : undefined,
    count > 0 ? listForCards(reader, brand.id, cards.cards, count) : undefined,
  ])
  return defined({ segments, scores, recommended })
}

async function listForCards(reader: Reader, brand: BrandId, ids: readonly CardId[], count: number) {
  const now = await readNow(reader)
  const found = await listRecommendations(
    reader,
    brand,
    ids.map((card) => ({ card, skus: [], count, now })),
  )
  return new Map(ids.map((id, index) => [id, found[index] ?? []]))
}

async function loadKept(
  cards: AskedCards,
  fields: Fields,
  { brand, reader }: Pick<QueryContext<unknown>, 'brand' | 'reader'>,
): Promise<Facets> {
  const wantsAccount = accountFields.some((name) => fields[name])
  const find = <Found>(isWanted: boolean | undefined, list: ListOfCards<Found>) =>
    isWanted ? reader.ofCards(brand.id, list, cards) : undefined
  const [accounts, coupons, events, emailBounced, mmsBounced, checkouts, counters, mailings, offers, passes] =
    await Promise.all([
      find(wantsAccount, kinds.accounts),
      find(fields.coupons, listActiveCoupons),
      find(fields.events, kinds.events),
      find(fields.emailBounced, kinds.emailBounced),
      find(fields.mmsBounced, kinds.mmsBounced),
      find(fields.checkouts, kinds.checkouts),
      find(fields.campaignCounters, kinds.counters),
      find(fields.mailings, kinds.mailings),
      find(fields.personalOffers, listOffers),
      find(fields.walletPassStatus, findPassStates),
    ])
  return defined({
    accounts,
    coupons,
    events,
    emailBounced,
    mmsBounced,
    checkouts,
    counters,
    mailings,
    offers,
    passes,
  })
}

const kind = <Found>(list: ListOfCards<Found>) => list

/** What is read of cards by one statement, whoever asks. */
const kinds = {
  accounts: kind((db, brand, cards) =>
    listAccounts(db, brand, cards).then((rows) => new Map(rows.map((account) => [account.cardId, account]))),
  ),
  events: kind((db, brand, cards) => listEvents(db, brand, cards).then(byCard)),
  emailBounced: kind((db, brand, cards) => listBounced(db, brand, cards, 'email').then(marked)),
  mmsBounced: kind((db, brand, cards) => listBounced(db, brand, cards, 'mms').then(marked)),
  checkouts: kind((db, brand, cards) => listCardCheckouts(db, brand, cards).then(byCard)),
  counters: kind((db, brand, cards) => listCounters(db, brand, cards).then(byCard)),
  mailings: kind((db, brand, cards) => listMailings(db, brand, cards).then(byCard)),
}

const marked = (cards: ReadonlySet<CardId>): ReadonlyMap<CardId, true> =>
  new Map([...cards].map((card) => [card, true]))

function byCard<Row extends { readonly card_id: CardId }>(rows: readonly Row[]): ReadonlyMap<CardId, readonly Row[]> {
  return Map.groupBy(rows, (row) => row.card_id)
}

export function accountOf(facets: Facets, card: CardId): Account {
  return facets.accounts?.get(card) ?? emptyAccount(card)
}

type PassState = 'none' | 'issued' | 'installed'

/** A link to a pass is one that is issued, unless the pass was put into a wallet and taken out again. */
async function findPassStates(
  db: Sql,
  brand: BrandId,
  cards: readonly CardId[],
): Promise<ReadonlyMap<CardId, PassState>> {
  const [linked, known] = await Promise.all([listPassHolders(db, brand, cards), listWalletStates(db, brand, cards)])
  const stateOf = (card: CardId): PassState => {
    const state = known.get(card) ?? (linked.has(card) ? 'issued' : 'none')
    return state === 'removed' ? 'none' : state
  }
  return new Map(cards.map((card) => [card, stateOf(card)]))
}
