import type { TraceEntry } from '../../server/domain/campaign/trace.ts'
import { spent } from '../support/budget-room.ts'
import { traceOf } from '../support/rule-table.ts'
import { openShop, type Shop } from '../support/shop.ts'
import { sql } from '../support/time-passes.ts'
import {
  cardCount,
  codeSets,
  couponSets,
  type Deal,
  type DealDiscount,
  type DealRule,
  type DealSale,
  skus,
  usesPerCode,
  wholeSale,
} from './deal.ts'
import type { Given, Past } from './deal-model.ts'

/** A brand with the file of a deal, on a real server, and what is to be seen of it from outside. */
export class DealShop {
  readonly shop: Shop
  readonly cards: readonly string[]

  private constructor(shop: Shop, cards: readonly string[]) {
    this.shop = shop
    this.cards = cards
  }

  static async open(deal: Deal): Promise<DealShop> {
    const shop = await openShop({ more: fileOf(deal) })
    const cards: string[] = []
    for (let count = 0; count < cardCount; count += 1) cards.push(await shop.card())
    return new DealShop(shop, cards)
  }

  /** Coupons of these sets that nobody has used. */
  async present(sale: DealSale): Promise<object> {
    const coupons = [...sale.codes.map((set) => set.toUpperCase())]
    for (const set of sale.coupons)
      coupons.push((await this.shop.must('allocateCoupon', { couponSetId: set })).couponId)
    return {
      cardNumber: this.cards[sale.card],
      products: sale.lines.map(({ sku, price, quantity }) => ({
        sku,
        unitPrice: price / 100,
        amountPurchased: quantity,
      })),
      coupons,
      failOnUnusedCoupons: false,
    }
  }

  /** What came of a call, by its own account. */
  async givenIn(ref: string): Promise<Given[]> {
    return givenBy(await traceOf(this.shop, ref))
  }

  /** What a simulation says would come of a request. */
  async foretold(request: object): Promise<Given[]> {
    const { explanation } = await this.shop.must('simulate', request)
    return explanation.fired.map(givenByFiring)
  }

  /** How many rules held, and lost to others. */
  async losersIn(ref: string): Promise<number> {
    const trace: readonly TraceEntry[] = await traceOf(this.shop, ref)
    return trace.filter((entry) => 'not' in entry && entry.not.kind === 'outbid').length
  }

  /** Everything that a sale could leave behind. */
  async past(): Promise<object> {
    const { id } = this.shop
    const points = await sql(
      `select coalesce(sum(lot.amount), 0)::int as points
       from card left join lot on lot.brand_id = card.brand_id and lot.card_id = card.card_id
       where card.brand_id = $1 and card.card_number = any($2)
       group by card_number order by array_position($2, card_number)`,
      [id, this.cards],
    )
    const firings = await sql(
      `select rule_id, array_position($2, card_number) - 1 as card, count(*)::int as times
       from rule_firing join card using (brand_id, card_id)
       where brand_id = $1 and (until is null or until > now()) group by 1, 2 order by 1, 2`,
      [id, this.cards],
    )
    const coupons = await sql(
      `select coupon_set_id as set, count(*)::int as times from coupon
       where brand_id = $1 and used_at is not null group by 1 order by 1`,
      [id],
    )
    const codes = await sql(
      'select lower(code) as set, used as times from code_count where brand_id = $1 and used > 0 order by 1',
      [id],
    )
    const budgets = Object.entries(await spent(this.shop))
      .filter(([, amount]) => amount > 0)
      .map(([name, amount]) => [name.split(' ')[0], amount])
    return {
      points: points.map((row) => row.points),
      fired: firings.map((row) => [row.rule_id, row.card, row.times]),
      spent: Object.fromEntries(budgets),
      used: Object.fromEntries([...coupons, ...codes].map((row) => [row.set, row.times])),
    }
  }
}

/** The same of the model, of which only rules with limits and budgets keep something. */
export function seenOf({ points, fired, spent: paid, used }: Past): object {
  const firings = [...fired].flatMap(([rule, cards]) =>
    Array.from({ length: cardCount }, (_, card) => [rule, card, cards.filter((one) => one === card).length] as const),
  )
  const isSome = ([, amount]: readonly [string, number]) => amount > 0
  return {
    points,
    fired: firings
      .filter(([, , times]) => times > 0)
      .toSorted(([one, card], [other, next]) => (one < other ? -1 : one > other ? 1 : card - next)),
    spent: Object.fromEntries([...paid].filter(isSome).toSorted()),
    used: Object.fromEntries([...used].filter(isSome)),
  }
}

const givenBy = (trace: readonly TraceEntry[]): Given[] =>
  trace.flatMap((entry) => ('fired' in entry ? [givenByFiring({ rule: entry.rule, effects: entry.fired })] : []))

interface Firing {
  readonly rule: string
  readonly effects: readonly { readonly kind: string; readonly amount?: string | number }[]
}

function givenByFiring({ rule, effects }: Firing): Given {
  const sum = (kind: string) =>
    effects.reduce((all, effect) => all + (effect.kind === kind ? Number(effect.amount ?? 0) : 0), 0)
  return { name: rule, off: Math.round(sum('discount') * 100), points: sum('issue') }
}

function fileOf({ campaigns, groups, worth, maxDiscount, maxCodes, splitsKinds }: Deal): object {
  return {
    products: skus.map((sku) => ({ sku, name: sku })),
    couponSets: [
      ...couponSets.map((id) => ({
        id,
        name: id,
        generate: { count: 1, prefix: `${id.slice(0, 2).toUpperCase()}-`, length: 12 },
        autoGenerate: true,
      })),
      ...codeSets.map((id) => ({ id, name: id, codes: [{ code: id.toUpperCase(), uses: usesPerCode }] })),
    ],
    promotions: {
      worth: { Points: worth / 1_000_000 },
      groups,
      ...(maxDiscount !== undefined && { maxDiscount: { percent: maxDiscount } }),
      ...(maxCodes !== undefined && { maxCodes }),
      ...(splitsKinds && { combine: [{ order: true, shipping: true }, { product: true }] }),
    },
    campaigns: campaigns.map(({ id, priority, group, rules }) => ({
      id,
      name: id,
      priority,
      ...(group && { group }),
      rules: rules.map(ruleOf),
    })),
  }
}

function ruleOf({ name, group, least, opener, discount, points, limit, budget, isAlone }: DealRule): object {
  const id = name.split('/')[1]
  const amount = points?.kind === 'perDollar' ? { give: points.give, per: 1, of: 'checkout.netTotal' } : points?.give
  return {
    id,
    trigger: 'checkout',
    ...(group && { group }),
    ...(isAlone && { combines: 'none' }),
    when: [
      ...(least > 0 ? [{ fact: 'checkout.total', op: '>=', value: least / 100 }] : []),
      ...(opener ? [{ fact: opener.kind, set: opener.set, op: '=', value: true }] : []),
    ],
    ...(limit && { limit }),
    ...(budget && { budget: budgetOf(budget) }),
    then: [
      ...(discount ? [{ discount: discountOf(discount) }] : []),
      ...(points ? [{ issue: { balanceType: 'Points', amount } }] : []),
    ],
  }
}

const budgetOf = ({ of, amount }: NonNullable<DealRule['budget']>) =>
  of === 'discount' ? { of, amount: amount / 100 } : { of: { balanceType: of }, amount }

const discountOf = ({ kind, value, on, max }: DealDiscount) => ({
  [kind]: kind === 'amount' ? value / 100 : value,
  ...(on === wholeSale ? { on: 'checkout' } : { on: { where: { sku: [on] } } }),
  ...(max !== undefined && { max: max / 100 }),
})
