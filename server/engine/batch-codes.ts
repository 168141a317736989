import type { CodeUsage, CodeUse } from '../coupon/public-code.ts'
import type { Outcome } from '../decision/outcome.ts'
import { defined } from '../kernel/defined.ts'
import type { CardId, RequestRef } from '../kernel/ids.ts'
import type { Instant } from '../kernel/time.ts'
import type { CodeChange, CodeRows, CodeUseInsert, LoadedCodes } from '../store/batch/code.sql.ts'

/** The public codes as the commands of a batch see them: what was read, and what earlier commands of the batch did. */
export class BatchCodes {
  private readonly loaded: LoadedCodes
  private readonly now: Instant
  private readonly heirOf: (card: CardId) => CardId
  private readonly used = new Map<string, number>()
  /** By code and card. */
  private readonly usedByCard = new Map<string, number>()
  private readonly made: CodeUseInsert[] = []
  private readonly taken = new Map<string, { count: number; uses: number | undefined }>()
  private readonly freed = new Set<RequestRef>()
  private readonly confirmed: { setup: RequestRef; by: RequestRef }[] = []
  /** Cards that have taken over the uses of another one. */
  private readonly newHeirs = new Set<CardId>()

  constructor(loaded: LoadedCodes, now: Instant, heirOf: (card: CardId) => CardId) {
    this.loaded = loaded
    this.now = now
    this.heirOf = heirOf
    for (const { code, used, lapsed } of loaded.counts) this.used.set(code, used - lapsed)
    for (const { code, card_id, count } of loaded.cardUses) this.usedByCard.set(cardKey(code, card_id), count)
  }

  usageOf(key: string, card: CardId | undefined): CodeUsage {
    const usedByCard = card === undefined ? 0 : (this.usedByCard.get(cardKey(key, card)) ?? 0)
    return { used: this.used.get(key) ?? 0, usedByCard }
  }

  /** What an earlier checkout or setup uses, unless it was given back. */
  usesOf(ref: RequestRef): readonly CodeUse[] {
    return this.freed.has(ref) ? [] : this.loaded.uses.filter((use) => use.ref === ref)
  }

  /** Whether a card has taken over uses in this batch, which then have to be counted anew. */
  isOvertaken(card: CardId | undefined): boolean {
    return card !== undefined && this.newHeirs.has(card)
  }

  note(ref: RequestRef, outcome: Outcome<object>): void {
    for (const use of outcome.codeUses ?? []) {
      const { key, uses, cardId, until } = use
      this.made.push(defined({ key, ref, cardId, until, happenedAt: this.now }))
      const { count = 0 } = this.taken.get(key) ?? {}
      this.taken.set(key, { count: count + 1, uses })
      this.add(key, cardId, 1)
    }
    for (const { key, cardId } of outcome.freedCodes ?? []) this.add(key, cardId && this.heirOf(cardId), -1)
    for (const { ref: freed } of outcome.freedCodes ?? []) this.freed.add(freed)
    const { confirms: setup } = outcome
    if (setup && this.usesOf(setup).length > 0) this.confirmed.push({ setup, by: ref })
    if (outcome.inheritance) this.newHeirs.add(outcome.inheritance.to)
  }

  private add(key: string, card: CardId | undefined, count: number): void {
    this.used.set(key, (this.used.get(key) ?? 0) + count)
    if (card === undefined) return
    const ofCard = cardKey(key, card)
    this.usedByCard.set(ofCard, (this.usedByCard.get(ofCard) ?? 0) + count)
  }

  /** Undefined when the batch did nothing with codes. */
  rows(): CodeRows | undefined {
    const { made, confirmed, now } = this
    const freed = this.loaded.uses.filter(({ ref }) => this.freed.has(ref))
    if (made.length === 0 && confirmed.length === 0 && freed.length === 0) return undefined
    const counted = new Map(this.loaded.counts.map((one) => [one.code, one]))
    const keys = new Set([...this.taken.keys(), ...freed.map(({ key }) => key)])
    return {
      made,
      confirmed,
      counts: [...keys].map((key) => this.changeOf(key, counted.has(key) || !this.taken.has(key))),
      freed: [...new Set(freed.map(({ ref }) => ref))],
      lapsed: [...this.taken.keys()].filter((key) => (counted.get(key)?.lapsed ?? 0) > 0),
      now,
    }
  }

  private changeOf(key: string, isKnown: boolean): CodeChange {
    const { count: taken = 0, uses } = this.taken.get(key) ?? {}
    return defined({ key, taken, uses, isNew: !isKnown })
  }
}

const cardKey = (key: string, card: CardId) => `${key}\0${card}`
