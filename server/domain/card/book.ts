import assert from 'node:assert/strict'
import { defined } from '../../ground/kernel/defined.ts'
import type { CardId, RequestRef } from '../../ground/kernel/ids.ts'
import type { Minor } from '../../ground/kernel/money.ts'
import type { Instant } from '../../ground/kernel/time.ts'
import { type Balance, type Card, isOf, type Lot, type LotName, type Portion, type Purse } from './card.ts'
import type { LotPart } from './lots.ts'

/** Why a balance changed: the specification's mutation types, in its spelling. */
export const mutationTypes = [
  'Campaign',
  'Adjustment',
  'Cashout',
  'Transfer',
  'Expiration',
  'ReturnMerchandise',
  'Void',
  'Uknown',
  'Hold',
  'UpdateBalance',
] as const
export type MutationType = (typeof mutationTypes)[number]

/** The same for the ledger, which tells opening balances that were imported from everything that happened here. */
export type LedgerKind = MutationType | 'Import'

/** The specification has no word for what was there before: it is an adjustment of the books. */
export const mutationTypeOf = (kind: LedgerKind): MutationType => (kind === 'Import' ? 'Adjustment' : kind)

/** One row of the ledger: one change of one lot. */
export interface Posting {
  readonly cardId: CardId
  readonly valueType: number
  readonly bucket: string
  readonly seq: number
  readonly lot: number
  readonly hold?: RequestRef
  readonly amount: Minor
  readonly held: Minor
  readonly balanceAfter: Minor
  readonly heldAfter: Minor
  readonly kind: LedgerKind
  readonly issuanceIndex?: number
  readonly origin?: Origin
}

/** What a campaign's change is put down to: the rule, its result, and the condition that brought it about. */
export interface Origin {
  /** campaignId/ruleId */
  readonly rule: string
  /** The campaign as it was, which changes with its content. */
  readonly revision: string
  /** `then[0].issue` */
  readonly result: string
  /** `when[1]`, `campaign.when[0]` */
  readonly condition?: string
  /** Of a rule that rewards a level: what it gives counts towards no level, and goes with it. */
  readonly trigger?: 'tier'
  /** Of what was given for a level: its place among the levels of the call that gave it, if that is not the first. */
  readonly place?: number
  /** That call, in rows that take it back or give it back. */
  readonly of?: RequestRef
}

/** How one lot changes: by `amount` in all, of which `held` for the hold. */
interface Entry {
  readonly lot: number
  readonly amount: Minor
  readonly held: Minor
  readonly hold?: RequestRef
  readonly kind: LedgerKind
  readonly issuanceIndex?: number
  readonly origin?: Origin
}

export interface NewLot extends Purse {
  readonly amount: Minor
  readonly returnRelated: boolean
  readonly expiresAt?: Instant
  readonly activeAt?: Instant
  readonly from?: LotName
}

/** What a reversal took from another lot of the same card in a lot's stead; negative where that came back. */
export interface StandIn extends LotName {
  readonly by: number
  readonly amount: Minor
}

/** What a reversal counted as taken back of a lot, because it had expired. */
export interface Settlement extends LotName, Purse {
  readonly amount: Minor
}

/**
 * The changes that one decision makes to one card: the card as it becomes, and the ledger rows that say how.
 * Every change of value goes through `post`, so lots, sums, holds and ledger cannot drift apart.
 */
export class CardBook {
  card: Card
  readonly postings: Posting[] = []
  readonly settlements: Settlement[] = []
  readonly standIns: StandIn[] = []
  private readonly now: Instant
  private issuances = 0

  constructor(card: Card, now: Instant) {
    this.card = card
    this.now = now
  }

  /** Opens a lot with an amount in it. */
  issue(lot: NewLot, kind: LedgerKind, origin?: Origin): void {
    const { amount } = lot
    assert(amount > 0, 'a lot is opened with something in it')
    const no = this.card.lotCount + 1
    const opened: Lot = { ...lot, no, held: 0, issuedAt: this.now, expired: 0, settled: 0 }
    this.issuances += 1
    const entry = { lot: no, amount, held: 0, kind, issuanceIndex: this.issuances }
    const after = { lotCount: no, lots: [...this.card.lots, opened] }
    this.enter(origin === undefined ? entry : { ...entry, origin }, opened, after)
  }

  /** Takes what is free. */
  take(parts: readonly LotPart[], kind: MutationType, origin?: Origin): void {
    for (const { lot, amount } of parts) this.post(defined({ lot, amount: -amount, held: 0, kind, origin }))
  }

  /** Gives back to the lots, as free balance or into an open hold. */
  giveBack(parts: readonly (LotPart & { hold?: RequestRef })[], kind: MutationType): void {
    for (const { lot, amount, hold } of parts) {
      this.post(hold ? { lot, amount, held: amount, hold, kind } : { lot, amount, held: 0, kind })
    }
  }

  /** Reserves what is free for a hold. */
  reserve(hold: RequestRef, parts: readonly LotPart[], kind: MutationType): void {
    for (const { lot, amount } of parts) this.post({ lot, amount: 0, held: amount, hold, kind })
  }

  /** Takes what a hold has reserved. */
  takeHeld(hold: RequestRef, parts: readonly LotPart[], kind: MutationType): void {
    for (const { lot, amount } of parts) this.post({ lot, amount: -amount, held: -amount, hold, kind })
  }

  /** Makes what a hold has reserved free again. */
  release(hold: RequestRef, parts: readonly LotPart[], kind: MutationType): void {
    for (const { lot, amount } of parts) this.post({ lot, amount: 0, held: -amount, hold, kind })
  }

  /** Counts an amount as taken back from a lot that it has expired from; a negative one takes that back. */
  settle(no: number, amount: Minor): void {
    const lot = this.card.lots.find((one) => one.no === no)
    assert(lot, 'only a lot that was loaded is settled')
    const settled: Lot = { ...lot, settled: lot.settled + amount }
    this.card = { ...this.card, lots: this.card.lots.map((other) => (other === lot ? settled : other)) }
    const { valueType, bucket } = lot
    this.settlements.push({ cardId: this.card.id, lot: no, valueType, bucket, amount })
  }

  /** Notes what another lot gave in this one's stead; a negative amount has come back to it. */
  standIn(no: number, by: number, amount: Minor): void {
    const lot = this.card.lots.find((one) => one.no === no)
    assert(lot, 'only a lot that was loaded has others stand in for it')
    const { standIns = [], ...rest } = lot
    const known = standIns.some((one) => one.lot === by) ? standIns : [...standIns, { lot: by, amount: 0 }]
    const all = known
      .map((one) => (one.lot === by ? { ...one, amount: one.amount + amount } : one))
      .filter((one) => one.amount > 0)
    const changed: Lot = all.length > 0 ? { ...rest, standIns: all } : rest
    this.card = { ...this.card, lots: this.card.lots.map((other) => (other === lot ? changed : other)) }
    this.standIns.push({ cardId: this.card.id, lot: no, by, amount })
  }

  /** Opens a lot with nothing in it, for one that another card had: what comes back to that goes here. */
  adopt(lot: Omit<NewLot, 'amount'>, issuedAt: Instant): number {
    const no = this.card.lotCount + 1
    const adopted: Lot = { ...lot, no, amount: 0, held: 0, issuedAt, expired: 0, settled: 0 }
    this.card = { ...this.card, lotCount: no, lots: [...this.card.lots, adopted] }
    return no
  }

  update(change: Partial<Card>): void {
    this.card = { ...this.card, ...change }
  }

  private post(entry: Entry): void {
    const { lots, portions } = this.card
    const place = lots.findIndex(({ no }) => no === entry.lot)
    const lot = lots[place]
    assert(lot, 'a posting is to a lot that was loaded')
    const changed: Lot = {
      ...lot,
      amount: lot.amount + entry.amount,
      held: lot.held + entry.held,
      expired: lot.expired - (entry.kind === 'Expiration' ? entry.amount : 0),
    }
    assert(changed.held >= 0 && changed.held <= changed.amount, 'a lot is never negative and never over-held')
    const after = { lots: lots.with(place, changed) }
    this.enter(entry, lot, entry.hold ? { ...after, portions: portionsAfter(portions, entry.hold, entry) } : after)
  }

  /** The card as a posting leaves it, the sum of its purse included, and the row of the ledger. */
  private enter(entry: Entry, lot: Lot, after: Partial<Card>): void {
    const { valueType, bucket } = lot
    const balance = this.balanceOf(lot)
    const next: Balance = {
      valueType,
      bucket,
      amount: balance.amount + entry.amount,
      held: balance.held + entry.held,
      seq: balance.seq + 1,
    }
    const balances = this.card.balances.filter((other) => other !== balance)
    balances.push(next)
    this.card = { ...this.card, ...after, balances }
    this.postings.push({
      cardId: this.card.id,
      valueType,
      bucket,
      seq: next.seq,
      balanceAfter: next.amount,
      heldAfter: next.held,
      ...entry,
    })
  }

  private balanceOf(purse: Purse): Balance {
    const { valueType, bucket } = purse
    return this.card.balances.find(isOf(purse)) ?? { valueType, bucket, amount: 0, held: 0, seq: 0 }
  }
}

function portionsAfter(portions: readonly Portion[], hold: RequestRef, entry: Entry): readonly Portion[] {
  const isThis = (portion: Portion) => portion.hold === hold && portion.lot === entry.lot
  const amount = (portions.find(isThis)?.amount ?? 0) + entry.held
  const others = portions.filter((portion) => !isThis(portion))
  return amount > 0 ? [...others, { hold, lot: entry.lot, amount }] : others
}
