import type { Brand } from '../../domain/brand/brand.ts'
import { campaignsOf } from '../../domain/campaign/campaigns-of.ts'
import type { CheckoutRecord } from '../../domain/checkout/record.ts'
import type { Coupon } from '../../domain/coupon/coupon.ts'
import type { CodeUse } from '../../domain/coupon/public-code.ts'
import type { BrandId, CardId, RequestRef } from '../../ground/kernel/ids.ts'
import type { SegmentChangeRow } from './beginning.sql.ts'
import type { PastKind, ReplayedCard, UndoableCall } from './card-state.ts'
import { CardStates } from './card-states.ts'
import { CodeCounts } from './code-counts.ts'
import { hasShared, SharedCounts } from './shared-counts.ts'
import { SpentBudgets } from './spent-budgets.ts'
import { UndoneSince } from './undone-since.ts'

/** What a replay has in memory, apart from what belongs to a page of calls. */
export class World {
  readonly brandId: BrandId
  /** The first reference of the period. */
  readonly begin: RequestRef
  readonly sample: number
  readonly cards: CardStates
  readonly shared: SharedCounts
  /** Of the brand, once something asked for it. */
  markKey: Uint8Array | undefined
  readonly budgets: SpentBudgets
  /** Those that the replay changed or issued, as far as a later call may name them. */
  readonly coupons = new Map<string, Coupon>()
  readonly codes = new CodeCounts()
  /** The coupons of sets that are left. */
  readonly stock = new Map<string, number>()
  /** The locked setups that nobody has completed or cancelled. */
  readonly setups = new Map<RequestRef, CheckoutRecord>()
  /** Calls without a card that are going to be undone. */
  readonly anonymous = new Map<RequestRef, UndoableCall>()
  readonly anonymousCodes = new Map<RequestRef, readonly CodeUse[]>()
  /** The segments that cards entered and left since the beginning, in turn. */
  readonly segmentChanges = new Map<CardId, SegmentChangeRow[]>()
  readonly undone: UndoneSince
  /** The cards that have what others had, by transfers of the period and of before it. */
  readonly heirs = new Map<CardId, CardId>()
  /** What rules ask for, as far as their text tells, or have asked for: read of each card when it is loaded. */
  readonly kinds = new Set<PastKind>()
  /** Whose firings have to be remembered, because limits or conditions count them. */
  private readonly counted = new Set<string>()
  /** Of firings that voids and returns of the period have touched: whether they count by now. */
  private readonly firings = new Map<string, boolean>()
  private readonly sharedRules = new Set<string>()
  private readonly looked = new Set<Brand>()
  /** Whether any rule or level looks at what was bought, and at events. */
  keepsSales = false
  /** Whether levels go by what was earned. */
  keepsEarned = false

  constructor(options: {
    readonly brandId: BrandId
    readonly begin: RequestRef
    readonly sample: number
    readonly cardsMax: number
  }) {
    this.brandId = options.brandId
    this.begin = options.begin
    this.sample = options.sample
    this.undone = new UndoneSince(options.begin)
    this.cards = new CardStates(options.cardsMax)
    this.shared = new SharedCounts(options.sample)
    this.budgets = new SpentBudgets(options.sample)
  }

  /** Looks at what has to be remembered for the rules of a file. */
  prepare(brand: Brand): void {
    if (this.looked.has(brand)) return
    this.looked.add(brand)
    const text = JSON.stringify(brand.document.campaigns)
    const hasTiers = [...brand.programs.values()].some(({ tiers }) => tiers)
    this.keepsSales ||= hasTiers || text.includes('"history.')
    this.keepsEarned ||= [...brand.programs.values()].some(({ tiers }) => tiers?.by.fact === 'earned')
    if (hasTiers) this.kinds.add('tier')
    if (this.keepsSales) this.kinds.add('history')
    if (this.keepsEarned) this.kinds.add('earned')
    if (text.includes('"event.')) this.kinds.add('events')
    const hasCounters = text.includes('"counter"')
    for (const { id, limits } of campaignsOf(brand).rules) {
      if (hasCounters || limits.length > 0) this.counted.add(id)
      if (hasCounters || limits.length > 0) this.kinds.add('firings')
      if (hasShared(limits)) this.sharedRules.add(id)
    }
  }

  /** Takes note that a firing counts no longer, or counts again; false if that is known already. */
  noteFiring(ref: RequestRef, rule: string, counts: boolean): boolean {
    const key = `${ref} ${rule}`
    const isNews = this.firings.get(key) !== counts
    this.firings.set(key, counts)
    return isNews
  }

  /** Whether a firing counts by now; undefined if nothing of the period has touched it. */
  firingNow(ref: RequestRef, rule: string): boolean | undefined {
    return this.firings.get(`${ref} ${rule}`)
  }

  isCounted(rule: string): boolean {
    return this.counted.has(rule)
  }

  isShared(rule: string): boolean {
    return this.sharedRules.has(rule)
  }

  /** The cards of which a card has what they had. */
  formerOf(card: CardId): readonly CardId[] {
    return [...this.heirs].filter(([, heir]) => heir === card).map(([former]) => former)
  }

  heirOf(card: CardId): CardId {
    return this.heirs.get(card) ?? card
  }

  /** The card that has by now what this one had. */
  stateOf(card: CardId): ReplayedCard | undefined {
    return this.cards.get(this.heirOf(card))
  }

  undoable(ref: RequestRef, card: CardId | undefined): UndoableCall | undefined {
    return card === undefined ? this.anonymous.get(ref) : this.stateOf(card)?.undoable.get(ref)
  }
}
