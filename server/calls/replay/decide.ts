import type { Firing } from '../../domain/campaign/kept-effects.ts'
import { type CounterNeed, type isShared, type MarkedThing, needKey, placeKey } from '../../domain/campaign/needs.ts'
import type { Coupon } from '../../domain/coupon/coupon.ts'
import type { DecisionRefusal } from '../../domain/decision/decision.ts'
import type { Need } from '../../domain/decision/need.ts'
import type { Outcome } from '../../domain/decision/outcome.ts'
import type { CardId } from '../../ground/kernel/ids.ts'
import { findMarkKey, newMarkKey } from '../../storage/store/batch/mark.sql.ts'
import { findReferralPast } from '../../storage/store/batch/referral.sql.ts'
import { decideInRounds } from '../operations/decide-in-rounds.ts'
import type { Command } from '../operations/operation.ts'
import { answerNeeds, type Missing } from './answer-needs.ts'
import { countSharedBefore, countStock, listBudgetUsesBefore } from './beginning.sql.ts'
import { bringCoupon, bringRequest } from './bring-request.ts'
import { contextOf, type DecisionFrame } from './decision-frame.ts'
import { loadCards, type ReplaySource } from './load-cards.ts'
import { loadPast } from './load-past.ts'
import { moreThanToday } from './traces.ts'

/** The call asks for something that a replay does not know. */
export interface Undecidable {
  readonly kind: 'undecidable'
  readonly what: string
}

export interface DecideInput {
  readonly operation: Command
  readonly request: unknown
  readonly frame: DecisionFrame
  /** The coupons that the call really issued, as they were in the stock. */
  readonly issued: readonly Coupon[]
  /** The cards of the page: what is read for one of them is read for all. */
  readonly neighbours: readonly CardId[]
}

type Decided = Outcome<object> | DecisionRefusal | Undecidable

/** Decides a call on what the replay has in memory, and reads what it turns out to need. */
export function decide(input: DecideInput, source: ReplaySource): Decided | Promise<Decided> {
  return decideInRounds<Decided>({
    decide: () => {
      const decided = input.operation.decide(contextOf(input.frame, input.request))
      return decided.kind === 'needs' ? bring(decided.needs, input, source) : decided
    },
    endless: () => ({ kind: 'undecidable', what: 'it keeps asking for more' }),
  })
}

/** Brings what a decision asks for, and what that turns out to rest upon: a level rests upon past sales, for example. */
function bring(
  needs: readonly Need[],
  input: DecideInput,
  source: ReplaySource,
): undefined | Promise<Undecidable | undefined> {
  const missing = answerNeeds(needs, input.frame, input.issued)
  if (missing.length === 0) return undefined
  return fetchAll(missing, input, source).then((undecidable) => undecidable ?? bring(needs, input, source))
}

async function fetchAll(
  missing: readonly Missing[],
  input: DecideInput,
  source: ReplaySource,
): Promise<Undecidable | undefined> {
  const never = missing.find((one) => one.kind === 'never')
  if (never) return { kind: 'undecidable', what: never.what }
  for (const one of missing) await fetchMissing(one, input, source)
  const lost = missing.find((one) => isLost(one, input.frame))
  return lost && { kind: 'undecidable', what: `${lost.kind === 'coupon' ? 'a coupon' : 'a call'} that is not kept` }
}

const isLost = (missing: Missing, { coupons, requests }: DecisionFrame) =>
  (missing.kind === 'coupon' && !coupons.has(missing.id)) || (missing.kind === 'request' && !requests.has(missing.ref))

async function fetchMissing(missing: Missing, input: DecideInput, source: ReplaySource): Promise<void> {
  const { db, world } = source
  const { brandId, begin } = world
  switch (missing.kind) {
    case 'card':
      return loadCards(source, [missing.card])
    case 'request':
      return bringRequest(missing.ref, input.frame, source)
    case 'coupon':
      return bringCoupon(missing.id, input.frame, source)
    case 'past':
      world.kinds.add(missing.past)
      return loadPast(source, missing.past, [missing.card, ...input.neighbours])
    case 'shared': {
      const { need } = missing
      const count = await countSharedBefore(db, brandId, { ...need, ...placeOf(need), before: begin })
      const since = need.since ?? Number.NEGATIVE_INFINITY
      const touched = [...world.undone.firings.values()].filter(
        ({ what }) => what.at >= since && isCountedBy(what.firing, need),
      )
      return world.shared.setBefore(need, count + moreThanToday(touched))
    }
    case 'referral': {
      const { need, card } = missing
      const { frame } = input
      const moment = { card, now: frame.clock.now, before: frame.call.ref }
      const answer = await findReferralPast(db, brandId, need, moment)
      frame.pasts.get(card)?.answers.set(needKey(need), answer)
      return
    }
    case 'markKey':
      world.markKey = (await findMarkKey(db, brandId)) ?? (await newMarkKey(db, brandId, undefined))
      return
    case 'budget': {
      const rows = await listBudgetUsesBefore(db, brandId, missing.need, begin)
      const before = rows.map(({ amount, frees_at }) => ({ amount, agesAt: frees_at ?? undefined }))
      return world.budgets.begin(missing.need, before)
    }
    case 'stock':
      world.stock.set(missing.set, await countStock(db, brandId, missing.set, begin))
      return
    case 'never':
      return
  }
}

function isCountedBy(
  { rule, locationId = '', terminalId = '', employeeId = '', code, customerId, marks }: Firing,
  { per, of, ...need }: CounterNeed,
): boolean {
  if (rule !== need.rule) return false
  if (per === 'location') return locationId === of
  if (per === 'terminal') return placeKey(locationId, terminalId) === of
  if (per === 'employee') return placeKey(locationId, employeeId) === of
  if (per === 'customer') return customerId === of
  if (per === 'code') return code === of
  return per === 'brand' || marks?.[per as MarkedThing] === of
}

function placeOf({ per, of }: Parameters<typeof isShared>[0] & { readonly of?: CardId | string }) {
  const text = String(of)
  if (per === 'location') return { location: text }
  if (per === 'code') return { code: text }
  if (per === 'customer') return { customer: Number(of) }
  if (per === 'email' || per === 'phone' || per === 'device') return { [per]: text }
  if (per !== 'terminal' && per !== 'employee') return {}
  const [location, name] = JSON.parse(text) as [string, string]
  return { location, [per]: name }
}
