import assert from 'node:assert/strict'
import type { Brand } from '../brand/brand.ts'
import type { Card } from '../card/card.ts'
import type { PinKeeper } from '../card/pin-keeper.ts'
import type { BrandId, CardId, RandomBytes } from '../kernel/ids.ts'
import { awaitFreeCard, pickFreeCards, takeCardIds } from '../store/card.sql.ts'
import type { Connection } from '../store/connection.ts'
import type { CardPromotion } from '../store/coupon.sql.ts'
import type { KeyClaim } from '../store/idempotency.sql.ts'
import { type Loaded, loadBatch, loadMoreCards } from '../store/load.ts'
import { storeBatch } from '../store/store.ts'
import { type CouponWish, type FetchedCoupons, fetchFreeCoupons } from './free-coupons.ts'
import type { Job } from './job.ts'
import { type Facts, Pass } from './pass.ts'
import { pickFromRandomPlace } from './random-place.ts'
import type { Finished } from './work.ts'

/** What a batch needs besides a connection. */
export interface BatchParts {
  readonly pins: PinKeeper
  readonly random: RandomBytes
  /** The configuration that is in force at this version or a later one. */
  readonly brandAt: (brand: BrandId, version: number) => Brand | Promise<Brand>
}

export interface BatchOptions {
  /** Waits for rows that others hold instead of passing over them. Only for a command that runs alone. */
  readonly patient: boolean
  /** How long to wait for a lock, in milliseconds, when not for as long as the connection says. */
  readonly lockTimeout?: number
  /** Told just before the transaction is committed: from then on its outcome may be unknown. */
  readonly onStore: (result: BatchResult) => void
}

export interface BatchResult {
  readonly finished: ReadonlyMap<Job, Finished>
  /** Commands that have to run again, alone and patiently. */
  readonly again: readonly Job[]
}

/** A decision may ask for something this often before it counts as a fault of its own. */
const mostRounds = 8

/** Load, decide, store: one transaction for all the commands of a batch, which are all of one brand. */
export async function runBatch(
  db: Connection,
  jobs: readonly Job[],
  parts: BatchParts,
  options: BatchOptions,
): Promise<BatchResult> {
  const brandId = jobs[0]?.work.brand.id
  assert(brandId !== undefined, 'a batch has a command')
  const keys = claimsOf(jobs)
  const loaded = await loadBatch(db, { brand: brandId, keys, lockTimeout: options.lockTimeout, ...namesOf(jobs) })
  const brand = await parts.brandAt(brandId, loaded.configVersion)
  const { pass, again } = await decideAll({ db, jobs, loaded, brand, patient: options.patient, ...parts })
  const result = { finished: pass.finished, again }
  const changes = pass.changes(keys)
  if (changes) {
    options.onStore(result)
    await storeBatch(db, changes)
  } else {
    await db.rows`rollback`
  }
  return result
}

interface Deciding {
  readonly db: Connection
  readonly jobs: readonly Job[]
  readonly loaded: Loaded
  readonly brand: Brand
  readonly pins: PinKeeper
  readonly random: RandomBytes
  readonly patient: boolean
}

/** Decides until no decision needs anything more; what the whole batch needs is fetched at once. */
async function decideAll(deciding: Deciding): Promise<{ pass: Pass; again: Job[] }> {
  const facts: MutableFacts = { freeCards: new Map(), newCardIds: new Map(), freeCoupons: new Map() }
  const again: Job[] = []
  for (let round = 0; round < mostRounds; round += 1) {
    const pass = new Pass(deciding.loaded, facts, deciding)
    for (const job of deciding.jobs) if (!again.includes(job)) pass.decide(job)
    if (pass.needs.length === 0) return { pass, again }
    again.push(...(await fetchNeeds(deciding, pass.needs, facts)))
  }
  throw new Error('a decision keeps asking for more')
}

type MutableFacts = Facts & {
  freeCards: Map<Job, Card | null>
  newCardIds: Map<Job, CardId>
  freeCoupons: FetchedCoupons
}

async function fetchNeeds(deciding: Deciding, needs: Pass['needs'], facts: MutableFacts): Promise<Job[]> {
  const { db } = deciding
  const forIds = needs.filter(({ need }) => need.kind === 'newCardId').map(({ job }) => job)
  if (forIds.length > 0) {
    const ids = await takeCardIds(db, forIds.length)
    forIds.forEach((job, index) => {
      facts.newCardIds.set(job, ids[index] ?? 0)
    })
  }
  const again: Job[] = []
  const bySet = Map.groupBy(needs, ({ need }) => (need.kind === 'freeCard' ? need.setId : undefined))
  for (const [setId, wanting] of bySet) {
    if (setId === undefined) continue
    const jobs = wanting.map(({ job }) => job)
    again.push(...(await fetchFreeCards(deciding, setId, jobs, facts)))
  }
  const wishes = needs.filter((one): one is CouponWish => one.need.kind === 'freeCoupons')
  const source = { ...deciding, held: deciding.loaded.coupons }
  return wishes.length === 0 ? again : [...again, ...(await fetchFreeCoupons(source, wishes, facts.freeCoupons))]
}

async function fetchFreeCards(deciding: Deciding, setId: string, jobs: Job[], facts: MutableFacts): Promise<Job[]> {
  const { db, brand, patient } = deciding
  if (patient) {
    const number = await awaitFreeCard(db, brand.id, setId)
    const [card] = number === undefined ? [] : await loadMoreCards(db, brand.id, [number])
    for (const job of jobs) facts.freeCards.set(job, card ?? null)
    return []
  }
  const numbers = await pickNumbers(deciding, { setId, count: jobs.length }, facts)
  const cards = numbers.length > 0 ? await loadMoreCards(db, brand.id, numbers) : []
  jobs.forEach((job, index) => {
    const card = cards[index]
    if (card) facts.freeCards.set(job, card)
  })
  return jobs.slice(cards.length)
}

/** Never a card that the batch names or has picked before. */
async function pickNumbers(
  deciding: Deciding,
  wanted: { setId: string; count: number },
  facts: Facts,
): Promise<string[]> {
  const { db, brand, loaded } = deciding
  const picked = [...facts.freeCards.values()].flatMap((card) => card ?? [])
  const except = [...loaded.cards, ...picked].map((card) => card.number)
  return pickFromRandomPlace(wanted.count, deciding.random, (range, count) =>
    pickFreeCards(db, brand.id, { ...range, setId: wanted.setId, count, except }),
  )
}

function claimsOf(jobs: readonly Job[]): KeyClaim[] {
  const claims = new Map<string, KeyClaim>()
  for (const { work } of jobs) {
    const key = work.idempotency?.idSha256.toString('latin1')
    if (work.idempotency && key !== undefined && !claims.has(key)) {
      claims.set(key, { ...work.idempotency, ref: work.call.ref })
    }
  }
  return [...claims.values()]
}

function namesOf(jobs: readonly Job[]) {
  const cards = new Set<string>()
  const requests = new Set<string>()
  const coupons = new Set<string>()
  const promotions: CardPromotion[] = []
  let withPins = false
  for (const { touches } of jobs) {
    for (const number of touches.cards ?? []) cards.add(number)
    for (const ref of touches.requests ?? []) requests.add(ref)
    for (const id of touches.coupons ?? []) coupons.add(id)
    if (touches.promotions) promotions.push(...touches.promotions)
    withPins ||= touches.pins ?? false
  }
  return { cards: [...cards], requests: [...requests], coupons: [...coupons], promotions, withPins }
}
