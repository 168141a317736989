import type { Account } from '../../domain/account/account.ts'
import type { Scores } from '../../domain/campaign/call-facts.ts'
import type { Firing } from '../../domain/campaign/kept-effects.ts'
import {
  type CounterNeed,
  type FactNeed,
  type MarkedThing,
  type PastAnswer,
  placeKey,
  type Recommended,
} from '../../domain/campaign/needs.ts'
import type { Past } from '../../domain/campaign/past.ts'
import type { TierPast } from '../../domain/campaign/tier/tier-state.ts'
import type { Outcome } from '../../domain/decision/outcome.ts'
import { defined } from '../../ground/kernel/defined.ts'
import type { CardId } from '../../ground/kernel/ids.ts'
import type { Instant } from '../../ground/kernel/time.ts'
import type { BatchLevels } from './batch-levels.ts'
import type { QueuedCommand } from './queued-command.ts'
import { WorkingSet } from './working-set.ts'

/** What was fetched for one command about one card, as the database had it; without a card, about the brand. */
export interface FetchedPast {
  account?: Account
  segments?: readonly string[]
  scores?: Scores
  recommended?: readonly Recommended[]
  readonly answers: Map<string, PastAnswer>
  readonly needs: Map<string, FactNeed>
}

export type FetchedPasts = Map<QueuedCommand, Map<CardId | undefined, FetchedPast>>

const nothing: Past = { answers: new Map() }

/** What a batch knows of its cards by now, of which parts of the past are made. */
export interface BatchView {
  readonly now: Instant
  /** What happened with a card that was transferred is the past of the card that has what it had. */
  readonly heirOf: (card: CardId) => CardId
  readonly levels: BatchLevels
}

/**
 * The past as the commands of a batch see it: what was fetched, and what earlier commands of the batch made of it.
 * Firings are added to what was counted, and cards say what counts towards their levels. What cannot be added up has to
 * be fetched again, after this batch.
 */
export class BatchPast {
  readonly accounts: WorkingSet<Account>
  private readonly fetched: Readonly<FetchedPasts>
  private readonly view: BatchView
  /** By rule, and by rule and what its limits count by. */
  private readonly fired = new Map<string, number>()
  private readonly unfired = new Set<string>()
  private readonly newParents = new Set<CardId>()
  private readonly cardsWithSales = new Set<CardId>()
  private readonly cardsWithEvents = new Set<CardId>()
  private readonly cardsWithOccurrences = new Set<CardId>()
  private readonly cardsWithReferrals = new Set<CardId>()
  /** Cards of which something changed that levels are measured by. */
  private readonly cardsThatCount = new Set<CardId>()
  /** Cards that have taken over the past of another one. */
  private readonly newHeirs = new Set<CardId>()
  private hasRemovedEvents = false

  constructor(fetched: Readonly<FetchedPasts>, view: BatchView) {
    this.fetched = fetched
    this.view = view
    this.accounts = new WorkingSet(accountsOf(fetched))
  }

  of(command: QueuedCommand, card: CardId | undefined): Past {
    const known = this.fetched.get(command)?.get(card)
    if (!known) return nothing
    const { segments, scores, recommended } = known
    return defined({
      ...(known.account && { account: this.accountOf(known.account) }),
      segments,
      scores,
      recommended,
      answers: this.answersOf(known, card),
    })
  }

  /** Whether earlier commands of the batch changed something that was fetched for this one. */
  isOvertaken(command: QueuedCommand): boolean {
    const byCard = this.fetched.get(command)
    if (!byCard) return false
    return Iterator.from(byCard).some(([card, { needs }]) => this.wouldBeOvertaken(card, needs.values()))
  }

  /** Whether earlier commands of the batch changed what the database would answer. */
  wouldBeOvertaken(card: CardId | undefined, needs: Iterable<FactNeed>): boolean {
    return Iterator.from(needs).some((need) => this.hasChanged(card ?? 0, need))
  }

  note(outcome: Outcome<object>): void {
    for (const card of outcome.cards) if (card.root) this.newParents.add(card.root.id)
    for (const account of outcome.accounts ?? []) this.accounts.put(String(account.cardId), account)
    for (const firing of outcome.fired ?? []) for (const key of keysOf(firing)) increase(this.fired, key)
    for (const firing of [...(outcome.unfired ?? []), ...(outcome.refired ?? [])].flatMap(({ firings }) => firings)) {
      for (const key of keysOf(this.onHeirs(firing))) this.unfired.add(key)
    }
    for (const { cardId, childId } of [outcome.checkout ?? [], outcome.checkouts ?? []].flat()) {
      if (cardId !== undefined) this.cardsWithSales.add(this.view.heirOf(cardId))
      if (childId !== undefined) this.cardsWithSales.add(this.view.heirOf(childId))
    }
    this.noteCounting(outcome)
    if (outcome.inheritance) this.newHeirs.add(outcome.inheritance.to)
    for (const { cardId } of outcome.events ?? []) this.cardsWithEvents.add(cardId)
    for (const { cardId, referrerId } of outcome.referrals ?? [])
      for (const id of [cardId, referrerId]) this.cardsWithReferrals.add(id)
    for (const { cardId } of outcome.occurrences ?? []) this.cardsWithOccurrences.add(cardId)
    this.hasRemovedEvents ||= (outcome.removesEventsOf?.length ?? 0) > 0
  }

  private noteCounting({
    cards,
    postings,
    checkout,
    checkouts = [],
    requests = [],
    tiers = [],
  }: Outcome<object>): void {
    this.view.levels.note(tiers)
    for (const { cardId } of tiers) this.cardsThatCount.add(cardId)
    if (postings.length + checkouts.length + requests.length === 0 && !checkout) return
    for (const { id, root } of cards) this.cardsThatCount.add(root?.id ?? id)
  }

  private accountOf(read: Account): Account {
    const account = this.accounts.get(String(read.cardId)) ?? read
    const hasChildren = account.hasChildren || this.newParents.has(account.cardId)
    return hasChildren === account.hasChildren ? account : { ...account, hasChildren }
  }

  private answersOf({ answers, needs }: FetchedPast, card: CardId | undefined): ReadonlyMap<string, PastAnswer> {
    let current: Map<string, PastAnswer> | undefined
    for (const [key, need] of needs) {
      const answer = answers.get(key)
      const now = answer === undefined ? undefined : this.answerNow(need, answer, card ?? 0)
      if (now === undefined || now === answer) continue
      current ??= new Map(answers)
      current.set(key, now)
    }
    return current ?? answers
  }

  /** An answer with what earlier commands of the batch did. */
  private answerNow(need: FactNeed, answer: PastAnswer, card: CardId): PastAnswer {
    switch (need.kind) {
      case 'counter':
        return typeof answer === 'number' ? answer + this.firedBefore(need, card) : answer
      case 'tier':
        return this.levelNow(need.program, card) ?? answer
      default:
        return answer
    }
  }

  private firedBefore(need: CounterNeed, card: CardId): number {
    // A since that lies ahead counts nothing, what this batch did neither.
    if (this.fired.size === 0 || (need.since !== undefined && need.since > this.view.now)) return 0
    return this.fired.get(keyOf(need, card)) ?? 0
  }

  /** The level of a card for which something changed; undefined when nothing did, or when it cannot tell by itself. */
  private levelNow(program: string, card: CardId): TierPast | undefined {
    return this.cardsThatCount.has(card) ? this.view.levels.pastOf(card, program) : undefined
  }

  private onHeirs(firing: Firing): Firing {
    const { cardId, childId, customerId } = firing
    return {
      ...firing,
      ...(cardId !== undefined && { cardId: this.view.heirOf(cardId) }),
      ...(childId !== undefined && { childId: this.view.heirOf(childId) }),
      ...(customerId !== undefined && { customerId: this.view.heirOf(customerId) }),
    }
  }

  private hasChanged(card: CardId, need: FactNeed): boolean {
    switch (need.kind) {
      case 'history':
        return this.newHeirs.has(card) || this.cardsWithSales.has(card)
      case 'events':
        return this.hasRemovedEvents || this.newHeirs.has(card) || this.cardsWithEvents.has(card)
      // When a firing that was taken back happened is not known here, nor whether it had been counted.
      case 'counter':
        return this.newHeirs.has(countedCard(need) ?? card) || this.unfired.has(keyOf(need, card))
      case 'referral':
        return [card, need.referrer].some((one) => this.newHeirs.has(one) || this.cardsWithReferrals.has(one))
      case 'occurrence':
        return this.newHeirs.has(card) || this.cardsWithOccurrences.has(card)
      case 'tier':
        if (this.newHeirs.has(card)) return true
        return this.cardsThatCount.has(card) && !this.view.levels.pastOf(card, need.program)
      case 'tierHistory':
        return this.newHeirs.has(card) || this.cardsThatCount.has(card)
      case 'account':
      case 'segments':
      case 'scores':
      case 'recommendations':
      case 'mark':
      case 'referralCode':
        return false
    }
  }
}

function accountsOf(fetched: Readonly<FetchedPasts>): Map<string, Account> {
  const accounts = new Map<string, Account>()
  for (const byCard of fetched.values()) {
    for (const { account } of byCard.values()) if (account) accounts.set(String(account.cardId), account)
  }
  return accounts
}

const firingKey = ({ rule, per }: Pick<CounterNeed, 'rule' | 'per'>, of: CardId | string) => `${rule}\0${per}\0${of}`

/** The counter of the batch that a need asks for; `card` is the one that is asked about. */
function keyOf(need: CounterNeed, card: CardId): string {
  return need.per === 'brand' ? need.rule : firingKey(need, need.per === 'card' ? card : (need.of ?? ''))
}

/** The card by which a need counts, if it is not the one that is asked about. */
const countedCard = ({ per, of }: CounterNeed) => (per === 'child' || per === 'customer' ? Number(of) : undefined)

/** All counters that a firing counts in. */
function keysOf(firing: Firing): string[] {
  const { rule, cardId, childId, customerId, locationId, terminalId, employeeId, code, marks } = firing
  const keys = [rule]
  const count = (per: CounterNeed['per'], of: CardId | string) => keys.push(firingKey({ rule, per }, of))
  if (cardId !== undefined) count('card', cardId)
  if (childId !== undefined) count('child', childId)
  if (locationId !== undefined) count('location', locationId)
  if (customerId !== undefined) count('customer', customerId)
  if (locationId !== undefined && terminalId !== undefined) count('terminal', placeKey(locationId, terminalId))
  if (locationId !== undefined && employeeId !== undefined) count('employee', placeKey(locationId, employeeId))
  for (const [per, mark] of Object.entries(marks ?? {})) count(per as MarkedThing, mark)
  if (code !== undefined) count('code', code)
  return keys
}

function increase(counts: Map<string, number>, key: string): void {
  counts.set(key, (counts.get(key) ?? 0) + 1)
}
