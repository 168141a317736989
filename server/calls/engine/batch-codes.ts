import type { CodeUsage, CodeUse } from '../../domain/coupon/public-code.ts'
import type { Outcome } from '../../domain/decision/outcome.ts'
import { defined } from '../../ground/kernel/defined.ts'
import type { CardId, RequestRef } from '../../ground/kernel/ids.ts'
import type { Instant } from '../../ground/kernel/time.ts'
import type { CodeChange, CodeRows, CodeUseInsert, LoadedCodes } from '../../storage/store/batch/code.sql.ts'

/** A use that the batch makes, and how many the file gives its code. */
type MadeUse = CodeUseInsert & { readonly uses?: number }

/** The public codes as the commands of a batch see them: what was read, and what earlier commands of the batch did. */
export class BatchCodes {
  private readonly loaded: LoadedCodes
  private readonly now: Instant
  private readonly heirOf: (card: CardId) => CardId
  private readonly used = new Map<string, number>()
  /** By code and card. */
  private readonly usedByCard = new Map<string, number>()
  private readonly made: MadeUse[] = []
  /** Calls whose uses are given back: those that were read, and those that the batch made. */
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

  knows(key: string): boolean {
    return this.loaded.named.has(key)
  }

  /** What an earlier checkout or setup uses, unless it was given back. */
  usesOf(ref: RequestRef): readonly CodeUse[] {
    return this.freed.has(ref) ? [] : this.all().filter((use) => use.ref === ref)
  }

  /** Those that were read, and those that the batch made, which may be of an earlier call too. */
  private all(): readonly CodeUse[] {
    const { uses } = this.loaded
    return this.made.length === 0 ? uses : [...uses, ...this.made]
  }

  /** Whether a card has taken over uses in this batch, which then have to be counted anew. */
  isOvertaken(card: CardId | undefined): boolean {
    return card !== undefined && this.newHeirs.has(card)
  }

  note(ref: RequestRef, outcome: Outcome<object>): void {
    for (const use of outcome.codeUses ?? []) {
      const { key, uses, cardId, until, of = ref } = use
      // What was given back in this batch is simply not given back.
      if (!this.freed.has(of)) this.made.push(defined({ key, ref: of, cardId, until, happenedAt: this.now, uses }))
      this.add(key, cardId, 1)
    }
    for (const { of } of outcome.codeUses ?? []) if (of !== undefined) this.freed.delete(of)
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
    const { confirmed, now } = this
    const freed = this.loaded.uses.filter(({ ref }) => this.freed.has(ref))
    const made = this.freed.size === 0 ? this.made : this.made.filter(({ ref }) => !this.freed.has(ref))
    if (made.length === 0 && confirmed.length === 0 && freed.length === 0) return undefined
    const counted = new Map(this.loaded.counts.map((one) => [one.code, one]))
    const taken = Map.groupBy(made, ({ key }) => key)
    const keys = new Set([...taken.keys(), ...freed.map(({ key }) => key)])
    return {
      made,
      confirmed,
      counts: [...keys].map((key) => changeOf(key, taken.get(key), counted.has(key))),
      freed: [...new Set(freed.map(({ ref }) => ref))],
      lapsed: [...taken.keys()].filter((key) => (counted.get(key)?.lapsed ?? 0) > 0),
      now,
    }
  }
}

/** The limit is that by which the last of them was decided. */
function changeOf(key: string, taken: readonly MadeUse[] = [], isKnown: boolean): CodeChange {
  return defined({ key, taken: taken.length, uses: taken.at(-1)?.uses, isNew: !isKnown && taken.length > 0 })
}

const cardKey = (key: string, card: CardId) => `${key}\0${card}`
