import type { Dice } from '../model/draw-step.ts'
import { type Promo, promos, type Type, types } from './twin-brand.ts'

const kinds = [
  'issue',
  'redeem',
  'redeem most',
  'hold',
  'use',
  'release',
  'sale',
  'staged sale',
  'cancelled setup',
  'quick sale',
  'return',
  'return all',
  'coupon',
  'use coupon',
  'choose',
  'custom',
  'refer',
  'offer',
  'transfer',
  'undo',
] as const
export type Kind = (typeof kinds)[number]

/** Something that happens to a customer. Acts name each other by their places. */
export interface Act {
  readonly kind: Kind
  /** The act that it is about: what is undone, the hold that is used, the sale that comes back, the coupon. */
  readonly about?: number
  readonly type: Type
  /** In the smallest unit. */
  readonly amount: number
  readonly isOfChild: boolean
  readonly promo?: Promo
  readonly code?: 'OPEN' | 'ONCE'
  readonly isReferred: boolean
  readonly pays: boolean
}

/** What nobody can undo happens to both twins. */
const lasting: ReadonlySet<Kind> = new Set(['transfer', 'offer', 'coupon', 'release', 'cancelled setup', 'undo'])
const beginnings: readonly Kind[] = [
  ...(['issue', 'redeem', 'redeem most', 'hold', 'choose', 'custom', 'refer', 'cancelled setup'] as const),
  ...(['sale', 'sale', 'sale', 'sale', 'staged sale', 'staged sale', 'quick sale'] as const),
]
/** What a later act can be about an earlier one. */
const sequels: Readonly<Partial<Record<Kind, readonly Kind[]>>> = {
  hold: ['use', 'release'],
  sale: ['return', 'return all'],
  'staged sale': ['return', 'return all'],
  'quick sale': ['return', 'return all'],
  coupon: ['sale', 'use coupon', 'staged sale'],
}

/**
 * A story: acts that last, and between them detours, which end with everything undone that they have begun. Some acts are
 * undone only much later; those have to do with nothing else.
 */
export class StoryMaker {
  private readonly acts: Act[] = []
  private readonly dice: Dice
  /** What was begun to be undone later. */
  private readonly open: number[] = []
  private readonly isLate: boolean

  constructor(dice: Dice, isLate: boolean) {
    this.dice = dice
    this.isLate = isLate
  }

  make(steps: number): readonly Act[] {
    for (let step = 0; step < steps; step += 1) {
      const roll = this.dice.below(10)
      if (roll < 4) this.detour(2)
      else if (roll < 6 && this.isLate) this.beginLate()
      else this.last()
      if (this.open.length > 0 && this.dice.chance(30)) this.undo(this.open.shift())
    }
    while (this.open.length > 0) this.undo(this.open.shift())
    return this.acts
  }

  private add(act: Act): number {
    return this.acts.push(act) - 1
  }

  private undo(about: number | undefined): void {
    if (about !== undefined) this.add({ ...plain('undo'), about })
  }

  /** Something that stays. */
  private last(): void {
    const { dice } = this
    const about = this.standing()
    if (about !== undefined && dice.chance(35)) this.sequel(about)
    else if (dice.chance(20)) this.add(plain(dice.pick(['transfer', 'offer', 'coupon', 'coupon'] as const) ?? 'offer'))
    else this.add(this.drawn(dice.pick(beginnings.filter((kind) => kind !== 'redeem most')) ?? 'issue'))
  }

  /** Something that is undone before anything else happens, with something inside that is undone as well. */
  private detour(depth: number, about?: number): void {
    const { dice } = this
    const place =
      about !== undefined && dice.chance(70)
        ? this.sequel(about, canBeUndone)
        : this.add(this.drawn(dice.pick(beginnings) ?? 'issue'))
    for (let left = depth > 0 ? dice.below(3) : 0; left > 0; left -= 1)
      this.detour(depth - 1, dice.chance(60) ? place : this.standing())
    this.undo(place)
  }

  private beginLate(): void {
    const { dice } = this
    const kind = dice.pick(['issue', 'redeem', 'hold', 'sale', 'quick sale'] as const) ?? 'issue'
    const { promo: _, ...drawn } = this.drawn(kind)
    this.open.push(this.add({ ...drawn, isReferred: false, ...(drawn.code && { code: 'OPEN' as const }) }))
  }

  /** About an earlier act, or something of its own where there is nothing of the kind. */
  private sequel(about: number, isFine: (kind: Kind) => boolean = () => true): number {
    const kind = this.dice.pick((sequels[this.acts[about]?.kind ?? 'undo'] ?? []).filter(isFine))
    if (!kind) return this.add(this.drawn('issue'))
    const { isOfChild = false, type = 'USD' } = this.acts[about] ?? {}
    return this.add({ ...this.drawn(kind), about, isOfChild, type })
  }

  /** An act that others may be about, and that is not going to be undone. */
  private standing(): number | undefined {
    const undone = new Set([...this.acts.map(({ kind, about }) => (kind === 'undo' ? about : undefined)), ...this.open])
    const places = this.acts.flatMap(({ kind }, place) => (sequels[kind] && !undone.has(place) ? [place] : []))
    return this.dice.pick(places)
  }

  private drawn(kind: Kind): Act {
    const { dice } = this
    const isSale = kind.includes('sale') || kind === 'cancelled setup'
    const promo = isSale && dice.chance(60) ? dice.pick(promos) : undefined
    return {
      ...plain(kind),
      type: dice.pick(types) ?? 'USD',
      // A hold that was used up is over for good: there is always more in it.
      amount: (kind === 'hold' ? 20 : 1) + dice.below(isSale ? 120 : 30),
      isOfChild: ['issue', 'redeem'].includes(kind) && dice.chance(20),
      ...(promo && { promo }),
      ...(isSale && dice.chance(20) && { code: dice.pick(['OPEN', 'ONCE'] as const) ?? 'OPEN' }),
      isReferred: isSale && dice.chance(20),
      pays: isSale && dice.chance(30),
    }
  }
}

const plain = (kind: Kind): Act => ({
  kind,
  type: 'USD',
  amount: 1,
  isOfChild: false,
  isReferred: false,
  pays: false,
})

export const canBeUndone = (kind: Kind): boolean => !lasting.has(kind)

/**
 * A story without some acts, and without those that are about them, or that would not be undone any more; the others name each
 * other by their new places.
 */
export function withoutActs(acts: readonly Act[], chosen: ReadonlySet<number>): readonly Act[] {
  const places = new Map<number, number>()
  const dropped = new Set(chosen)
  for (const place of chosen) if (acts[place]?.kind === 'undo') dropped.add(acts[place].about ?? place)
  const left: Act[] = []
  for (const [place, act] of acts.entries()) {
    const about = act.about === undefined ? undefined : places.get(act.about)
    if (dropped.has(place) || (act.about !== undefined && about === undefined)) continue
    places.set(place, left.length)
    left.push(about === undefined ? act : { ...act, about })
  }
  return left
}
