import type { Shop } from '../shop.ts'

/** What is known of somebody's card at a moment. */
interface Belongings {
  readonly balances: ReadonlyMap<string, Amount>
  readonly coupons: ReadonlyMap<string, string>
  readonly tier?: string
}

interface Amount {
  readonly amount: number
  readonly scale: number
}

interface CardBalance {
  readonly amount: number
  readonly scale: number
  readonly balanceType: string
  readonly balanceCode?: string
  readonly balanceBucket?: { readonly type: string; readonly id: string }
}

interface BrandFile {
  readonly programs: readonly {
    readonly tiers?: unknown
    readonly valueTypes: readonly { readonly balanceType: string; readonly subtracks?: readonly string[] }[]
  }[]
  readonly couponSets: readonly { readonly name: string; readonly generate?: { readonly prefix: string } }[]
}

/** The people of a story and what is on their cards. What changed since the last look is told in a line for each. */
export class People {
  private readonly shop: Shop
  private readonly cards = new Map<string, string>()
  private readonly seen = new Map<string, Belongings>()

  constructor(shop: Shop) {
    this.shop = shop
  }

  async join(name: string, cardNumber: string): Promise<void> {
    this.cards.set(name, cardNumber)
    this.seen.set(name, { balances: new Map(), coupons: new Map() })
  }

  cardOf(name: string): string {
    const card = this.cards.get(name)
    if (card === undefined) throw new Error(`${name} has not joined yet`)
    return card
  }

  /** The coupon that somebody was given last. */
  couponOf(name: string): string {
    const id = [...(this.seen.get(name)?.coupons.keys() ?? [])].at(-1)
    if (id === undefined) throw new Error(`${name} has no coupon`)
    return id
  }

  async changes(): Promise<string[]> {
    const lines: string[] = []
    for (const [name, cardNumber] of this.cards) {
      const before = this.seen.get(name)
      const now = await this.look(cardNumber)
      this.seen.set(name, now)
      const said = before ? differences(before, now) : []
      if (said.length > 0) lines.push(`${name}: ${said.join(', ')}`)
    }
    return lines
  }

  private async look(cardNumber: string): Promise<Belongings> {
    const wanted = { balances: true, coupons: true, ...(this.hasTiers && { tier: true }) }
    const { cards } = await this.shop.must('search', {
      filters: { cardNumber },
      includeInactive: true,
      returnFields: wanted,
    })
    const [card] = cards
    const balances = new Map<string, Amount>()
    for (const one of card.balances as CardBalance[]) {
      const name = this.nameOf(one)
      balances.set(name, { amount: one.amount + (balances.get(name)?.amount ?? 0), scale: one.scale })
    }
    const coupons = new Map<string, string>(
      (card.coupons ?? []).map(({ couponId }: { couponId: string }) => [couponId, this.setOf(couponId)]),
    )
    return { balances, coupons, ...(card.tier && { tier: card.tier.name ?? card.tier.id }) }
  }

  /** "Espresso Punches" for a subtrack, else the code or the type. */
  private nameOf({ balanceType, balanceCode, balanceBucket }: CardBalance): string {
    if (balanceBucket?.type !== 'subtrack') return balanceCode ?? balanceType
    const types = this.file.programs.flatMap(({ valueTypes }) => valueTypes)
    const { subtracks = [] } = types.find((one) => one.balanceType === balanceType && one.subtracks) ?? {}
    return `${subtracks[Number(balanceBucket.id) - 1]} ${balanceType}`
  }

  /** The name of the coupon set that makes coupons of this kind. */
  private setOf(couponId: string): string {
    const set = this.file.couponSets.find(({ generate }) => generate && couponId.startsWith(generate.prefix))
    return set?.name ?? 'a set'
  }

  private get file(): BrandFile {
    return this.shop.file as BrandFile
  }

  private get hasTiers(): boolean {
    return this.file.programs.some(({ tiers }) => tiers !== undefined)
  }
}

function differences(before: Belongings, now: Belongings): string[] {
  const names = new Set([...before.balances.keys(), ...now.balances.keys()])
  const amounts = [...names].flatMap((name) => {
    const scale = (now.balances.get(name) ?? before.balances.get(name))?.scale ?? 0
    const had = before.balances.get(name)?.amount ?? 0
    const has = now.balances.get(name)?.amount ?? 0
    if (had === has) return []
    const change = has - had
    return [`${change > 0 ? '+' : ''}${change.toFixed(scale)} ${name} (now ${has.toFixed(scale)})`]
  })
  const given = [...now.coupons].filter(([id]) => !before.coupons.has(id)).map(([, set]) => `a coupon of ${set}`)
  const gone = [...before.coupons]
    .filter(([id]) => !now.coupons.has(id))
    .map(([, set]) => `the coupon of ${set} is used`)
  const tier = before.tier === now.tier ? [] : [now.tier === undefined ? `no longer ${before.tier}` : `now ${now.tier}`]
  return [...amounts, ...given, ...gone, ...tier]
}
