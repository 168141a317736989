import {
  codeSets,
  type Deal,
  type DealCampaign,
  type DealDiscount,
  type DealGroup,
  type DealRule,
  type DealSale,
  usesPerCode,
  wholeSale,
} from './deal.ts'

/** What has happened in a brand so far. Nothing in it is changed: each sale makes another. */
export interface Past {
  /** By card. */
  readonly points: readonly number[]
  /** Firings by rule, each with its card. */
  readonly fired: ReadonlyMap<string, readonly number[]>
  readonly spent: ReadonlyMap<string, number>
  /** Uses of coupons and codes by set. */
  readonly used: ReadonlyMap<string, number>
}

export const noPast = (cards: number): Past => ({
  points: Array.from({ length: cards }, () => 0),
  fired: new Map(),
  spent: new Map(),
  used: new Map(codeSets.map((set) => [set, 0])),
})

/** What a rule gave: cents and points. */
export interface Given {
  readonly name: string
  readonly off: number
  readonly points: number
}

export interface Prediction {
  readonly given: readonly Given[]
  readonly after: Past
}

/** A sale in the middle of being decided. */
interface Standing {
  readonly left: ReadonlyMap<string, number>
  readonly off: ReadonlyMap<string, number>
  readonly used: readonly string[]
  readonly fired: readonly DealRule[]
}

/**
 * Decides a sale as the page says it: whatever could win is tried, each by itself, and what gives most, or least, is carried
 * out. It is written from decision 0088 and the brand file's page, and shares no code with the server.
 */
export function predict(deal: Deal, past: Past, sale: DealSale): Prediction {
  const decision = new Decision(deal, past, sale)
  const standing = decision.discounts()
  return decision.finish(standing)
}

const add = <K>(map: ReadonlyMap<K, number>, key: K, amount: number): ReadonlyMap<K, number> =>
  new Map([...map, [key, (map.get(key) ?? 0) + amount]])
const total = (map: ReadonlyMap<string, number>) => [...map.values()].reduce((sum, one) => sum + one, 0)

interface Bar {
  readonly by: DealRule
}

interface Offer {
  readonly side: string
  readonly rules: readonly DealRule[]
  readonly worth: number
}

/** The best first, and at a tie whoever comes first. */
function ranked(offers: readonly Offer[], { best }: DealGroup): Offer[] {
  const sign = best === 'customer' ? -1 : 1
  return offers.toSorted((one, other) => sign * (one.worth - other.worth))
}

class Decision {
  private readonly deal: Deal
  private readonly past: Past
  private readonly sale: DealSale
  private readonly total: number
  private readonly rules: readonly DealRule[]
  private turned = new Set<DealRule>()
  private winners = new Map<string, string[]>()
  private out = new Set<string>()

  constructor(deal: Deal, past: Past, sale: DealSale) {
    this.deal = deal
    this.past = past
    this.sale = sale
    this.total = sale.lines.reduce((sum, { price, quantity }) => sum + price * quantity, 0)
    this.rules = deal.campaigns.flatMap(({ rules }) => rules)
  }

  private get start(): Standing {
    return {
      left: new Map(this.sale.lines.map(({ sku, price, quantity }) => [sku, price * quantity])),
      off: new Map(),
      used: [],
      fired: [],
    }
  }

  /** Again and again without those that gave way, until nobody gives way any more. */
  discounts(): Standing {
    const bars = new Map<DealRule, Bar>()
    const seen = new Set<string>()
    for (;;) {
      this.turned = new Set()
      this.winners = new Map()
      this.out = new Set()
      const standing = this.round(bars)
      if (standing === 'again') continue
      const idle = [...bars].filter(([, { by }]) => !standing.fired.includes(by))
      const now = [...bars].map(([rule, { by }]) => `${rule.name} ${by.name}`).join()
      if (idle.length === 0 || seen.has(now)) return standing
      seen.add(now)
      for (const [rule] of idle) bars.delete(rule)
    }
  }

  private round(bars: Map<DealRule, Bar>): Standing | 'again' {
    let standing = this.start
    for (const rule of this.rules) {
      if (!rule.discount || this.turned.has(rule)) continue
      if (this.groupOf(rule)) {
        standing = this.compete(rule, standing, true)
        continue
      }
      this.turned.add(rule)
      const next = bars.has(rule) ? undefined : this.fire(rule, standing)
      if (!next) continue
      const clashes = standing.fired.filter((other) => this.excludes(rule, other))
      if (clashes.length > 0) {
        const theirs = clashes.reduce((sum, one) => sum + (standing.off.get(one.name) ?? 0) * 10_000, 0)
        const theirPoints = clashes.reduce((sum, one) => sum + this.pointsOf(one, standing) * this.deal.worth, 0)
        if (this.worthOf([rule], standing, next) <= theirs + theirPoints) continue
        for (const clash of clashes) bars.set(clash, { by: rule })
        for (const [follower, { by }] of [...bars]) {
          if (!clashes.includes(by)) continue
          if (this.excludes(follower, rule)) bars.set(follower, { by: rule })
          else bars.delete(follower)
        }
        return 'again'
      }
      standing = next
    }
    return standing
  }

  private excludes(one: DealRule, other: DealRule): boolean {
    if (!one.discount || !other.discount) return false
    const isSplit = this.deal.splitsKinds && (one.discount.on === wholeSale) !== (other.discount.on === wholeSale)
    return one.isAlone || other.isAlone || isSplit === true
  }

  private campaignOf(rule: DealRule): DealCampaign | undefined {
    return this.deal.campaigns.find(({ rules }) => rules.includes(rule))
  }

  private groupOf(rule: DealRule): DealGroup | undefined {
    const id = rule.group ?? this.campaignOf(rule)?.group
    return this.deal.groups.find((group) => group.id === id)
  }

  private sideOf(rule: DealRule): string {
    return rule.group ? rule.name : (this.campaignOf(rule)?.id ?? '')
  }

  /** The turn of a rule of a group. Before the payments all of the group compete, after them those that are left. */
  private compete(rule: DealRule, before: Standing, isEarly: boolean): Standing {
    const group = this.groupOf(rule)
    if (!group) return before
    let [standing, isFirst] = [before, true]
    for (;;) {
      const won = this.winners.get(group.id) ?? []
      const side = this.sideOf(rule)
      const hadItsTurn = this.out.has(side) || won.includes(side)
      if (won.length >= group.keep || (isFirst && won.includes(side))) break
      isFirst = false
      const sides = this.sidesOf(group, rule, isEarly)
      const own = sides.get(side)
      if (!hadItsTurn && !this.gift(own ?? [], standing)?.rules.includes(rule)) break
      const offers = this.offersOf(group, sides, standing)
      const best = new Set(ranked(offers, group).slice(0, group.keep - won.length))
      if (best.size === 0) break
      const [after, hasIdle] = this.carryOut(
        group,
        offers.filter((offer) => best.has(offer)),
        standing,
      )
      standing = after
      if (hasIdle) continue
      for (const { rules } of offers) for (const one of rules) this.turned.add(one)
      break
    }
    return this.turn(rule, standing)
  }

  /** Whoever has won with others of its campaign fires when its turn comes, too. */
  private turn(rule: DealRule, standing: Standing): Standing {
    if (this.turned.has(rule)) return standing
    this.turned.add(rule)
    const group = this.groupOf(rule)
    const isWinner = group && this.winners.get(group.id)?.includes(this.sideOf(rule))
    return (isWinner && this.fire(rule, standing)) || standing
  }

  /** The winners fire in the order of the file. Who finds nothing left leaves its place to the next best. */
  private carryOut(group: DealGroup, best: readonly Offer[], before: Standing): [Standing, boolean] {
    let [standing, hasIdle] = [before, false]
    for (const { side, rules } of best) {
      let hasFired = false
      for (const rule of rules) {
        this.turned.add(rule)
        const next = this.fire(rule, standing)
        hasFired ||= next !== undefined
        standing = next ?? standing
      }
      if (hasFired) this.winners.set(group.id, [...(this.winners.get(group.id) ?? []), side])
      else this.out.add(side)
      hasIdle ||= !hasFired
    }
    return [standing, hasIdle]
  }

  private sidesOf(group: DealGroup, turn: DealRule, isEarly: boolean): Map<string, readonly DealRule[]> {
    const place = this.rules.indexOf(turn)
    const rivals = this.rules.filter((rule, at) => {
      if (this.groupOf(rule)?.id !== group.id || this.turned.has(rule)) return false
      return (rule.discount !== undefined) === isEarly ? at >= place : isEarly
    })
    return Map.groupBy(rivals, (rule) => this.sideOf(rule))
  }

  private offersOf(group: DealGroup, sides: ReadonlyMap<string, readonly DealRule[]>, standing: Standing): Offer[] {
    const won = this.winners.get(group.id) ?? []
    return [...sides].flatMap(([side, rules]) => {
      const gift = this.out.has(side) || won.includes(side) ? undefined : this.gift(rules, standing)
      return gift ? [{ side, ...gift }] : []
    })
  }

  /** What rules would give if they fired now: first those with discounts. */
  private gift(rules: readonly DealRule[], standing: Standing) {
    let after = standing
    const fired: DealRule[] = []
    for (const rule of [...rules.filter(({ discount }) => discount), ...rules.filter(({ discount }) => !discount)]) {
      const next = this.fire(rule, after)
      if (!next) continue
      fired.push(rule)
      after = next
    }
    return fired.length === 0 ? undefined : { rules: fired, worth: this.worthOf(fired, standing, after) }
  }

  private worthOf(rules: readonly DealRule[], before: Standing, after: Standing): number {
    const off = total(after.off) - total(before.off)
    const points = rules.reduce((sum, rule) => sum + this.pointsOf(rule, after), 0)
    return off * 10_000 + points * this.deal.worth
  }

  private pointsOf({ name, points, budget }: DealRule, { off }: Standing): number {
    if (!points) return 0
    const dollars = Math.floor((this.total - total(off)) / 100)
    const wanted = points.kind === 'fixed' ? points.give : points.give * dollars
    return budget?.of === 'Points' ? Math.min(wanted, budget.amount - (this.past.spent.get(name) ?? 0)) : wanted
  }

  /** The sale after the rule; undefined if it does not fire. */
  private fire(rule: DealRule, standing: Standing): Standing | undefined {
    const { name, opener, discount, points, budget } = rule
    if (standing.fired.includes(rule) || this.total < rule.least || this.isThrottled(rule)) return undefined
    if (opener && !this.isOpen(opener, standing)) return undefined
    if (budget && (this.past.spent.get(name) ?? 0) >= budget.amount) return undefined
    const off = discount ? this.offOf(rule, discount, standing) : 0
    if (off === 0 && !points) return undefined
    return {
      left: this.spread(standing.left, discount?.on ?? wholeSale, off),
      off: add(standing.off, name, off),
      used: opener ? [...standing.used, opener.set] : standing.used,
      fired: [...standing.fired, rule],
    }
  }

  private isThrottled({ name, limit }: DealRule): boolean {
    const firings = this.past.fired.get(name) ?? []
    const counted = limit?.per === 'card' ? firings.filter((card) => card === this.sale.card) : firings
    return limit !== undefined && counted.length >= limit.times
  }

  private isOpen({ kind, set }: NonNullable<DealRule['opener']>, { used }: Standing): boolean {
    if (used.includes(set)) return false
    if (kind === 'coupon') return this.sale.coupons.includes(set)
    const codes = used.filter((one) => this.sale.codes.includes(one))
    return this.sale.codes.includes(set) && codes.length < (this.deal.maxCodes ?? Number.POSITIVE_INFINITY)
  }

  private offOf({ name, budget }: DealRule, { kind, value, on, max }: DealDiscount, standing: Standing): number {
    const left = on === wholeSale ? total(standing.left) : (standing.left.get(on) ?? 0)
    const wanted = kind === 'percent' ? Math.floor((left * value + 50) / 100) : value
    const spent = this.past.spent.get(name) ?? 0
    const room = budget?.of === 'discount' ? budget.amount - spent : Number.POSITIVE_INFINITY
    const { maxDiscount } = this.deal
    const cap = maxDiscount === undefined ? room : Math.floor((this.total * maxDiscount) / 100) - total(standing.off)
    return Math.max(0, Math.min(wanted, left, max ?? left, room, cap))
  }

  /** What is off the sale comes off no product in particular: files of which that would matter are not drawn. */
  private spread(left: Standing['left'], on: string, off: number): Standing['left'] {
    if (on !== wholeSale) return add(left, on, -off)
    return add(left, wholeSale, -off)
  }

  /** After the payments: what only gives points, and the points of those that have fired. */
  finish(before: Standing): Prediction {
    let standing = before
    for (const rule of this.rules) {
      if (rule.discount || this.turned.has(rule)) continue
      if (this.groupOf(rule)) standing = this.compete(rule, standing, false)
      else {
        this.turned.add(rule)
        standing = this.fire(rule, standing) ?? standing
      }
    }
    const given = standing.fired.map((rule) => ({
      name: rule.name,
      off: standing.off.get(rule.name) ?? 0,
      points: this.pointsOf(rule, standing),
    }))
    return { given, after: this.pastAfter(standing, given) }
  }

  private pastAfter({ fired, used }: Standing, given: readonly Given[]): Past {
    const { card } = this.sale
    let { spent, used: uses } = this.past
    const firings = new Map(this.past.fired)
    for (const rule of fired) {
      firings.set(rule.name, [...(firings.get(rule.name) ?? []), card])
      const gave = given.find(({ name }) => name === rule.name)
      if (rule.budget && gave) spent = add(spent, rule.name, rule.budget.of === 'discount' ? gave.off : gave.points)
    }
    for (const set of used) uses = add(uses, set, 1)
    const earned = given.reduce((sum, { points }) => sum + points, 0)
    const points = this.past.points.map((one, index) => (index === card ? one + earned : one))
    return { points, fired: firings, spent, used: uses }
  }
}

/** Whether every code of the sale can still be used: else the call is refused. */
export const canUse = ({ used }: Past, { codes }: DealSale): boolean =>
  codes.every((set) => (used.get(set) ?? 0) < usesPerCode)
