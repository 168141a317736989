import assert from 'node:assert/strict'
import type { Brand } from '../../domain/brand/brand.ts'
import {
  type FactNeed,
  isLocking,
  type MarkedThing,
  needKey,
  type PastAnswer,
  type PastAnswers,
} from '../../domain/campaign/needs.ts'
import type { Need } from '../../domain/decision/need.ts'
import type { Session } from '../../ground/database/connection.ts'
import { canonicalJson } from '../../ground/kernel/canonical-json.ts'
import type { CardId, RandomBytes } from '../../ground/kernel/ids.ts'
import type { Instant } from '../../ground/kernel/time.ts'
import { listAccounts } from '../../storage/store/batch/account.sql.ts'
import { countEvents } from '../../storage/store/batch/event.sql.ts'
import {
  countBrandFirings,
  countCardFirings,
  countChildFirings,
  countCodeFirings,
  countCustomerFirings,
  countMarkedFirings,
  countPlaceFirings,
  lockBrandCounter,
} from '../../storage/store/batch/firing.sql.ts'
import { findMarkKey, markOf, newMarkKey } from '../../storage/store/batch/mark.sql.ts'
import { findOccurrences } from '../../storage/store/batch/occurrence.sql.ts'
import { findReferralPast, findReferringCard } from '../../storage/store/batch/referral.sql.ts'
import { listRecommendations } from '../../storage/store/facts/recommendation.sql.ts'
import { sumHistory, toHistorySums } from '../../storage/store/facts/sales-history.ts'
import { listScores } from '../../storage/store/facts/score.sql.ts'
import { listSegmentsOf } from '../../storage/store/facts/segment.sql.ts'
import { loadTierHistory } from '../../storage/store/facts/tier-history.ts'
import { loadTiers } from '../../storage/store/facts/tiers.ts'
import type { FetchedPast, FetchedPasts } from './batch-past.ts'
import type { QueuedCommand } from './queued-command.ts'

export interface FactWish {
  readonly command: QueuedCommand
  readonly need: Extract<Need, { kind: 'facts' }>
}

export interface PastSource {
  readonly db: Session
  readonly brand: Brand
  readonly now: Instant
  /** What keys are drawn with. */
  readonly random?: RandomBytes
  /** Nothing is locked, because nothing that is counted is changed. */
  readonly isSnapshot?: boolean
}

/** One thing that one command asks about one card. */
interface Ask<N extends FactNeed = FactNeed> {
  readonly command: QueuedCommand
  readonly card: CardId | undefined
  readonly need: N
  readonly key: string
  readonly past: FetchedPast
}

/** Fetches what commands ask about the past, each thing once: few statements, whatever the number of commands. */
export async function fetchFacts(
  source: PastSource,
  wishes: readonly FactWish[],
  fetched: FetchedPasts,
): Promise<void> {
  const asks = wishes.flatMap(({ command, need }) => toAsks(command, need, fetched))
  await Promise.all([
    fetchAccounts(source, ofKind(asks, 'account')),
    fetchSegments(source, ofKind(asks, 'segments')),
    fetchScores(source, ofKind(asks, 'scores')),
    fetchRecommendations(source, ofKind(asks, 'recommendations')),
    fetchHistory(source, ofKind(asks, 'history')),
    fetchEvents(source, ofKind(asks, 'events')),
    fetchCounters(source, ofKind(asks, 'counter')),
    fetchMarks(source, ofKind(asks, 'mark')),
    fetchReferrals(source, asks),
    fetchOccurrences(source, ofKind(asks, 'occurrence')),
    fetchTiers(source, ofKind(asks, 'tier')),
    fetchTierHistory(source, ofKind(asks, 'tierHistory')),
  ])
  for (const { need, key, past } of asks) past.needs.set(key, need)
}

function toAsks(command: QueuedCommand, { card, facts }: FactWish['need'], fetched: FetchedPasts): Ask[] {
  const byCard = fetched.get(command) ?? new Map<CardId | undefined, FetchedPast>()
  const past = byCard.get(card) ?? { answers: new Map(), needs: new Map() }
  fetched.set(command, byCard.set(card, past))
  return facts.map((need) => ({ command, card, need, key: needKey(need), past }))
}

function ofKind<K extends FactNeed['kind']>(asks: readonly Ask[], kind: K): Ask<Extract<FactNeed, { kind: K }>>[] {
  return asks.filter((ask): ask is Ask<Extract<FactNeed, { kind: K }>> => ask.need.kind === kind)
}

async function fetchAccounts({ db, brand }: PastSource, asks: readonly Ask[]): Promise<void> {
  if (asks.length === 0) return
  const cards = [...new Set(asks.map(cardOf))]
  const accounts = new Map((await listAccounts(db, brand.id, cards)).map((account) => [account.cardId, account]))
  for (const ask of asks) {
    const account = accounts.get(cardOf(ask))
    if (account) ask.past.account = account
  }
}

async function fetchSegments({ db, brand }: PastSource, asks: readonly Ask[]): Promise<void> {
  if (asks.length === 0) return
  const segments = await listSegmentsOf(db, brand.id, [...new Set(asks.map(cardOf))])
  for (const ask of asks) ask.past.segments = segments.get(cardOf(ask)) ?? []
}

async function fetchScores({ db, brand }: PastSource, asks: readonly Ask[]): Promise<void> {
  if (asks.length === 0) return
  const scores = await listScores(db, brand.id, [...new Set(asks.map(cardOf))])
  for (const ask of asks) ask.past.scores = scores.get(cardOf(ask)) ?? {}
}

async function fetchRecommendations({ db, brand, now }: PastSource, asks: readonly Ask<RecommendationNeed>[]) {
  if (asks.length === 0) return
  const wanted = asks.map(({ card, need }) => ({ ...need, card, now }))
  const found = await listRecommendations(db, brand.id, wanted)
  asks.forEach(({ past }, index) => {
    past.recommended = found[index] ?? []
  })
}

async function fetchHistory(source: PastSource, asks: readonly Ask<HistoryNeed>[]): Promise<void> {
  const byFilter = Map.groupBy(asks, ({ need }) => need.where && canonicalJson(need.where))
  await Promise.all(
    [...byFilter.values()].map((group) =>
      answerAll(
        group,
        (distinct) =>
          sumHistory(
            source,
            distinct.map((ask) => ({ ...ask.need, card: cardOf(ask) })),
            group[0]?.need.where,
          ),
        (sums) => toHistorySums(sums, source.brand),
      ),
    ),
  )
}

async function fetchEvents({ db, brand }: PastSource, asks: readonly Ask<EventsNeed>[]): Promise<void> {
  await answerAll(
    asks,
    (distinct) =>
      countEvents(
        db,
        brand.id,
        distinct.map((ask) => ({ ...ask.need, card: cardOf(ask) })),
      ),
    ({ count, last_at }) => ({ count, ...(last_at !== null && { lastAt: last_at }) }),
  )
}

/** Those that several cards share are counted under the brand's lock, so that the answers stay true until the commit. */
async function fetchCounters(source: PastSource, asks: readonly Ask<CounterNeed>[]): Promise<void> {
  const { db, brand, now, isSnapshot } = source
  const ofPer = (...pers: CounterNeed['per'][]) => asks.filter(({ need }) => pers.includes(need.per))
  const cardless = (some: typeof asks) => some.map((ask) => ({ ...ask, card: undefined }))
  const same = (count: number) => count
  const toCard = (ask: Ask<CounterNeed>) => ({ ...ask.need, card: cardOf(ask) })
  const toChild = ({ need }: Ask<CounterNeed>) => ({ ...need, child: Number(need.of) })
  const toCode = ({ need }: Ask<CounterNeed>) => ({ ...need, code: String(need.of) })
  await answerAll(ofPer('card'), (distinct) => countCardFirings(db, brand.id, distinct.map(toCard), now), same)
  const toCustomer = ({ need }: Ask<CounterNeed>) => ({ ...need, customer: Number(need.of) })
  const toMark = ({ need }: Ask<CounterNeed>) => ({ ...need, of: need.per as MarkedThing, mark: String(need.of) })
  const customers = cardless(ofPer('customer'))
  await answerAll(customers, (distinct) => countCustomerFirings(db, brand.id, distinct.map(toCustomer), now), same)
  const children = cardless(ofPer('child'))
  await answerAll(children, (distinct) => countChildFirings(db, brand.id, distinct.map(toChild), now), same)
  if (!asks.some(({ need }) => isLocking(need))) return
  if (!isSnapshot) await lockBrandCounter(db, brand.id)
  const [all, codes] = [ofPer('brand'), ofPer('code')].map(cardless)
  const places = cardless(ofPer('location', 'terminal', 'employee'))
  const marks = cardless(ofPer('email', 'phone', 'device'))
  await Promise.all([
    answerAll(all ?? [], (distinct) => countBrandFirings(db, brand.id, distinct.map(needOf), now), same),
    answerAll(places, (distinct) => countPlaceFirings(db, brand.id, distinct.map(toPlace), now), same),
    answerAll(codes ?? [], (distinct) => countCodeFirings(db, brand.id, distinct.map(toCode), now), same),
    answerAll(marks, (distinct) => countMarkedFirings(db, brand.id, distinct.map(toMark), now), same),
  ])
}

const needOf = ({ need }: Ask<CounterNeed>) => need

function toPlace({ need }: Ask<CounterNeed>) {
  const of = String(need.of)
  if (need.per === 'location') return { ...need, location: of }
  const [location, name] = JSON.parse(of) as [string, string]
  return { ...need, location, [need.per]: name }
}

async function fetchMarks({ db, brand, random, isSnapshot }: PastSource, asks: readonly Ask<MarkNeed>[]) {
  if (asks.length === 0) return
  const key = (await findMarkKey(db, brand.id)) ?? (await newMarkKey(db, brand.id, isSnapshot ? undefined : random))
  for (const { past, need, key: name } of asks) past.answers.set(name, markOf(key, need))
}

async function fetchReferrals({ db, brand, now }: PastSource, asks: readonly Ask[]): Promise<void> {
  for (const { past, need, key } of ofKind(asks, 'referralCode'))
    past.answers.set(key, (await findReferringCard(db, brand.id, need.code)) ?? 0)
  for (const ask of ofKind(asks, 'referral'))
    ask.past.answers.set(ask.key, await findReferralPast(db, brand.id, ask.need, { card: cardOf(ask), now }))
}

async function fetchOccurrences({ db, brand }: PastSource, asks: readonly Ask<OccurrenceNeed>[]): Promise<void> {
  await answerAll(
    asks,
    (distinct) =>
      findOccurrences(
        db,
        brand.id,
        distinct.map((ask) => ({ ...ask.need, cardId: cardOf(ask) })),
      ),
    (wasConsidered) => wasConsidered,
  )
}

async function fetchTiers(source: PastSource, asks: readonly Ask<TierNeed>[]): Promise<void> {
  for (const [program, group] of Map.groupBy(asks, ({ need }) => need.program)) {
    const tiers = await loadTiers(source, program, [...new Set(group.map(cardOf))])
    for (const ask of group) {
      const tier = tiers.get(cardOf(ask))
      assert(tier, 'a level is asked for only where a program has levels')
      ask.past.answers.set(ask.key, tier)
    }
  }
}

async function fetchTierHistory(source: PastSource, asks: readonly Ask<TierHistoryNeed>[]): Promise<void> {
  for (const ask of asks) {
    ask.past.answers.set(ask.key, await loadTierHistory(source, ask.need.program, cardOf(ask)))
  }
}

type HistoryNeed = Extract<FactNeed, { kind: 'history' }>
type EventsNeed = Extract<FactNeed, { kind: 'events' }>
type CounterNeed = Extract<FactNeed, { kind: 'counter' }>
type RecommendationNeed = Extract<FactNeed, { kind: 'recommendations' }>
type MarkNeed = Extract<FactNeed, { kind: 'mark' }>
type OccurrenceNeed = Extract<FactNeed, { kind: 'occurrence' }>
type TierNeed = Extract<FactNeed, { kind: 'tier' }>
type TierHistoryNeed = Extract<FactNeed, { kind: 'tierHistory' }>

/** Asks once for what several commands ask, and tells each of them. `fetch` answers in the order of what it is given. */
async function answerAll<N extends FactNeed & { kind: keyof PastAnswers }, Row>(
  asks: readonly Ask<N>[],
  fetch: (distinct: readonly Ask<N>[]) => Promise<readonly Row[]>,
  toAnswer: (row: Row) => PastAnswer,
): Promise<void> {
  if (asks.length === 0) return
  const groups = [...Map.groupBy(asks, ({ card, key }) => `${card}\0${key}`).values()]
  const rows = await fetch(groups.flatMap(([first]) => first ?? []))
  groups.forEach((group, index) => {
    const row = rows[index]
    assert(row !== undefined, 'each thing that was asked for has an answer')
    for (const ask of group) ask.past.answers.set(ask.key, toAnswer(row))
  })
}

function cardOf({ card }: Ask): CardId {
  assert(card !== undefined, 'what is asked about a card names it')
  return card
}
