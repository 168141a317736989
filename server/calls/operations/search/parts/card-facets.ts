import { type Account, emptyAccount } from '../../../../domain/account/account.ts'
import { programOf } from '../../../../domain/brand/value-types.ts'
import { LocalClock } from '../../../../domain/campaign/clock.ts'
import type { Recommended } from '../../../../domain/campaign/needs.ts'
import { type ShownTier, showTier } from '../../../../domain/campaign/tier/tier-in-call.ts'
import type { Card, HeldOffer } from '../../../../domain/card/card.ts'
import { readNow } from '../../../../ground/database/clock.sql.ts'
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
import { listWalletStates } from '../../../../storage/store/wallet/wallet-pass.sql.ts'
import type { QueryContext } from '../../operation.ts'
import type { SearchRequest } from './contract.ts'

/** What was asked for about cards beyond their own row; absent when it was not. */
export interface Facets {
  readonly accounts?: ReadonlyMap<CardId, Account>
  readonly coupons?: ReadonlyMap<CardId, readonly ActiveCoupon[]>
  readonly events?: ReadonlyMap<CardId, readonly EventView[]>
  readonly emailBounced?: ReadonlySet<CardId>
  readonly mmsBounced?: ReadonlySet<CardId>
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

/** One statement for each facet that is asked for, whatever the number of cards. */
export async function loadFacets(
  cards: readonly Card[],
  fields: Fields | undefined,
  context: Pick<QueryContext<unknown>, 'brand' | 'reader'>,
): Promise<Facets> {
  if (!fields || cards.length === 0) return {}
  const ids = cards.map(({ id }) => id)
  const [kept, computed, tiers] = await Promise.all([
    loadKept(ids, fields, context),
    loadComputed(ids, fields, context),
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
  ids: readonly CardId[],
  fields: Fields,
  { brand, reader }: Pick<QueryContext<unknown>, 'brand' | 'reader'>,
): Promise<Pick<Facets, 'segments' | 'scores' | 'recommended'>> {
  const { recommendationAmount: count = 0 } = fields
  const [segments, scores, recommended] = await Promise.all([
    fields.segments ? listSegmentsOf(reader, brand.id, ids) : undefined,
    fields.score ? listScores(reader, brand.id, ids) : undefined,
    count > 0 ? listForCards(reader, brand.id, ids, count) : undefined,
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
  ids: readonly CardId[],
  fields: Fields,
  { brand, reader }: Pick<QueryContext<unknown>, 'brand' | 'reader'>,
): Promise<Facets> {
  const wantsAccount = accountFields.some((name) => fields[name])
  const [accounts, coupons, events, emailBounced, mmsBounced, checkouts, counters, mailings, offers, passes] =
    await Promise.all([
      wantsAccount ? listAccounts(reader, brand.id, ids) : undefined,
      fields.coupons ? listActiveCoupons(reader, brand.id, ids) : undefined,
      fields.events ? listEvents(reader, brand.id, ids).then(byCard) : undefined,
      fields.emailBounced ? listBounced(reader, brand.id, ids, 'email') : undefined,
      fields.mmsBounced ? listBounced(reader, brand.id, ids, 'mms') : undefined,
      fields.checkouts ? listCardCheckouts(reader, brand.id, ids).then(byCard) : undefined,
      fields.campaignCounters ? listCounters(reader, brand.id, ids).then(byCard) : undefined,
      fields.mailings ? listMailings(reader, brand.id, ids).then(byCard) : undefined,
      fields.personalOffers ? listOffers(reader, brand.id, ids) : undefined,
      fields.walletPassStatus ? findPassStates(reader, brand.id, ids) : undefined,
    ])
  return defined({
    ...(accounts && { accounts: new Map(accounts.map((account) => [account.cardId, account])) }),
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

function byCard<Row extends { readonly card_id: CardId }>(rows: readonly Row[]): ReadonlyMap<CardId, readonly Row[]> {
  return Map.groupBy(rows, (row) => row.card_id)
}

export function accountOf(facets: Facets, card: CardId): Account {
  return facets.accounts?.get(card) ?? emptyAccount(card)
}

type PassState = 'none' | 'issued' | 'installed'

/** A link to a pass is one that is issued, unless the pass was put into a wallet and taken out again. */
async function findPassStates(
  reader: Reader,
  brand: BrandId,
  cards: readonly CardId[],
): Promise<ReadonlyMap<CardId, PassState>> {
  const [linked, known] = await Promise.all([
    listPassHolders(reader, brand, cards),
    listWalletStates(reader, brand, cards),
  ])
  const stateOf = (card: CardId): PassState => {
    const state = known.get(card) ?? (linked.has(card) ? 'issued' : 'none')
    return state === 'removed' ? 'none' : state
  }
  return new Map(cards.map((card) => [card, stateOf(card)]))
}
