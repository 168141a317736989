import type { Brand } from '../../domain/brand/brand.ts'
import type { Trigger } from '../../domain/brand/shapes/campaign-shape.ts'
import { valueTypeName } from '../../domain/brand/shapes/program-shape.ts'
import { isPriced } from '../../domain/brand/worth.ts'
import { ruleNames } from '../../domain/explanation/words/names.ts'
import type { Sql } from '../../ground/database/connection.ts'
import { currencyScale } from '../../ground/kernel/currency.ts'
import { defined } from '../../ground/kernel/defined.ts'
import type { CardId } from '../../ground/kernel/ids.ts'
import { formatMinor, type Minor } from '../../ground/kernel/money.ts'
import { formatDateTime } from '../../ground/kernel/time.ts'
import { listCardRows } from './beginning.sql.ts'
import { Extremes } from './extremes.ts'
import type { CardChange, Compared, Findings, GivenSums, RuleFindings } from './findings.ts'
import type { ReplayInput } from './input.ts'
import type {
  AmountPair,
  ChangedBasket,
  ChangedCustomer,
  CountOf,
  DraftRule,
  ReplayReport,
  RewardedBasket,
  RuleReport,
  RulesTogether,
} from './report.ts'
import {
  type Both,
  type BothFine,
  campaignOf,
  type RewardedSale,
  type RulePair,
  type SaleFigures,
  toMinor,
} from './sale-figures.ts'
import type { World } from './world.ts'

interface Finished {
  readonly world: World
  readonly db: Sql
  readonly findings: Findings
  readonly brand: Brand
}

const rulesMax = 200
const budgetsMax = 100
const countsMax = 50
const pairsMax = 200
const cardsMax = 20

/** The report of a replay: everything that a sample counted stands for so many times as much. */
export async function toReport(input: ReplayInput, finished: Finished): Promise<ReplayReport> {
  const { findings, brand } = finished
  const { from, to, sample } = input
  const times = (count: number) => count * sample
  const show = new Shown(brand, sample)
  const names = namesOf(brand)
  const isOwn = (rule: string) => Number(input.own?.has(campaignOf(rule)) ?? false)
  // Those of the draft come first, so that they are not the ones to be left out.
  const rules = [...findings.rules].toSorted(
    ([one, a], [other, b]) => isOwn(other) - isOwn(one) || weightOf(b) - weightOf(a),
  )
  return {
    from: formatDateTime(from, brand.timeZone),
    to: formatDateTime(to, brand.timeZone),
    file: input.draft ? 'draft' : 'asItWas',
    ...(input.draft && { liveVersion: input.draft.version }),
    sample,
    isEstimate: sample > 1,
    checkouts: scaled(findings.checkouts, times),
    returns: scaled(findings.returns, times),
    otherCalls: times(findings.otherCalls),
    cost: show.given(findings.total),
    ...figuresOf(findings.figures, { show, brand, isOwn }),
    unpriced: unpricedOf(findings.total, input.prices ?? brand).map((id) => show.typeName(id)),
    customers: show.counts(findings.customers),
    rules: rules.slice(0, rulesMax).map(([rule, one]) => ({
      ...toRule(rule, one, show),
      worth: show.money(findings.figures.byRule.get(rule) ?? [0n, 0n]),
      ...names.get(rule),
    })),
    rulesLeftOut: Math.max(0, rules.length - rulesMax),
    ...(input.own && { draftRules: draftRulesOf(brand, input.own) }),
    budgets: budgetsOf(finished),
    baskets: {
      gain: findings.baskets.highest.map((one) => toBasket(one, show, brand)),
      lose: findings.baskets.lowest.map((one) => toBasket(one, show, brand)),
    },
    cardholders: await cardholdersOf(finished),
    refusals: countsOf(findings.refusals, times),
    notReplayed: countsOf(findings.notReplayed, times),
    approximated: countsOf(findings.approximated, times),
    shortfalls: [...findings.shortfalls].map(([type, amount]) => ({
      of: show.typeName(type),
      amount: show.ofType(type, amount),
    })),
  }
}

function scaled<T extends Record<string, number>>(counts: T, times: (count: number) => number): T {
  return Object.fromEntries(Object.entries(counts).map(([name, count]) => [name, times(count)])) as T
}

const weightOf = ({ firings: [before, after] }: RuleFindings) => Math.max(before, after)

/** Amounts as text, in the units of their currency or value type. */
class Shown {
  private readonly brand: Brand
  private readonly sample: number

  constructor(brand: Brand, sample: number) {
    this.brand = brand
    this.sample = sample
  }

  counts([happened, replayed]: Both): { happened: number; replayed: number } {
    return { happened: happened * this.sample, replayed: replayed * this.sample }
  }

  given({ discounts, issued }: GivenSums, isOne = false): { discounts: AmountPair[]; issued: AmountPair[] } {
    const times = isOne ? 1 : this.sample
    const pair = (of: string, scale: number, [before, after]: Both) => ({
      of,
      happened: formatMinor(before * times, scale),
      replayed: formatMinor(after * times, scale),
    })
    return {
      discounts: [...discounts].map(([currency, both]) => pair(currency, currencyScale(currency), both)),
      issued: [...issued].map(([type, both]) => pair(this.typeName(type), this.scaleOf(type), both)),
    }
  }

  /** A sum of the main currency, of one sale. */
  main(fine: bigint): string {
    return formatMinor(toMinor(fine), currencyScale(this.brand.currency))
  }

  money([happened, replayed]: BothFine): { happened: string; replayed: string } {
    const times = BigInt(this.sample)
    return { happened: this.main(happened * times), replayed: this.main(replayed * times) }
  }

  together({ rules, sales, given }: RulePair): RulesTogether {
    return { rules, sales: sales * this.sample, given: this.main(given * BigInt(this.sample)) }
  }

  typeName(id: number): string {
    const type = this.brand.valueTypes.get(id)
    return type ? valueTypeName(type) : `value type ${id}`
  }

  ofType(id: number, amount: Minor): string {
    return formatMinor(amount * this.sample, this.scaleOf(id))
  }

  scaleOf(id: number): number {
    return this.brand.valueTypes.get(id)?.scale ?? 0
  }
}

function toRule(rule: string, findings: RuleFindings, show: Shown): Omit<RuleReport, 'worth'> {
  return {
    rule,
    firings: show.counts(findings.firings),
    customers: show.counts(findings.customers),
    ...show.given(findings),
  }
}

interface FiguresOptions {
  readonly show: Shown
  readonly brand: Brand
  /** 1 for a rule of the draft's own campaigns. */
  readonly isOwn: (rule: string) => number
}

/** In the main currency. */
function figuresOf(figures: SaleFigures, { show, brand: { currency, timeZone }, isOwn }: FiguresOptions) {
  const toSale = (sale: RewardedSale | undefined): RewardedBasket | undefined =>
    sale && {
      requestRef: sale.ref,
      date: formatDateTime(sale.at, timeZone),
      total: show.main(sale.total),
      given: show.main(sale.given),
    }
  const ofDraft = ({ rules: [one, other] }: RulePair) => Math.max(isOwn(one), isOwn(other))
  const pairs = [...figures.pairs.values()].toSorted((a, b) => ofDraft(b) - ofDraft(a) || b.sales - a.sales)
  return {
    currency,
    revenue: show.money(figures.revenue),
    worth: show.money(figures.given),
    ...defined({ largest: toSale(figures.largest), worst: toSale(figures.worst) }),
    together: pairs.slice(0, pairsMax).map((pair) => show.together(pair)),
    togetherLeftOut: Math.max(0, pairs.length - pairsMax) + figures.pairsLeftOut,
  }
}

/** Value that was given, and counts as nothing because nobody has said what it is worth. */
function unpricedOf({ issued }: GivenSums, prices: Brand): number[] {
  return [...issued].filter(([id, sums]) => sums.some((one) => one > 0) && !isPriced(prices, id)).map(([id]) => id)
}

/** Of the rules of the file, and of those that were removed from it. */
function namesOf({ document }: Brand): ReadonlyMap<string, { readonly campaign: string; readonly name: string }> {
  return new Map(ruleNames(document).map(({ id, campaign, name }) => [id, { campaign, name }]))
}

/** Sales fire rules of trigger checkout, and those of levels that they reach. */
function draftRulesOf({ document }: Brand, own: ReadonlySet<string>): DraftRule[] {
  const campaigns = document.campaigns.filter(({ id }) => own.has(id))
  const rules = campaigns.flatMap(({ id, name: campaign, rules }) =>
    rules.map((rule) => ({
      rule: `${id}/${rule.id}`,
      campaign,
      name: rule.name,
      isTried: firedBySales.has(rule.trigger),
    })),
  )
  return rules.slice(0, rulesMax)
}

const firedBySales: ReadonlySet<Trigger> = new Set(['checkout', 'tier'])

function toBasket({ ref, at, given }: Compared, show: Shown, { timeZone }: Brand): ChangedBasket {
  return { requestRef: ref, date: formatDateTime(at, timeZone), ...show.given(given, true) }
}

function budgetsOf({ world, brand }: Finished): ReplayReport['budgets'] {
  return world.budgets
    .results()
    .toSorted((a, b) => (a.ranOutAt ?? Number.POSITIVE_INFINITY) - (b.ranOutAt ?? Number.POSITIVE_INFINITY))
    .slice(0, budgetsMax)
    .map(({ counter, period, amount, spent, ranOutAt }) => {
      // The last word of a counter is its number of decimals.
      const scale = Number(counter.slice(counter.lastIndexOf(' ') + 1))
      return defined({
        budget: counter.slice(0, counter.lastIndexOf(' ')),
        period,
        amount: Number(formatMinor(amount, scale)),
        spent: Number(formatMinor(spent, scale)),
        ranOutAt: ranOutAt === undefined ? undefined : formatDateTime(ranOutAt, brand.timeZone),
      })
    })
}

async function cardholdersOf({ findings, db, world, brand }: Finished): Promise<ReplayReport['cardholders']> {
  const extremes = new Extremes<[CardId, CardChange]>(cardsMax, ([, { worth }]) => worth)
  for (const entry of findings.cards) extremes.offer(entry)
  const ids = [...extremes.highest, ...extremes.lowest].map(([id]) => id)
  const rows = ids.length > 0 ? await listCardRows(db, world.brandId, ids) : []
  const numbers = new Map(rows.map((row) => [row.card_id, row.card_number]))
  const show = new Shown(brand, 1)
  const toCustomer = ([id, { discounts, issued }]: [CardId, CardChange]): ChangedCustomer => ({
    cardNumber: numbers.get(id) ?? '',
    discounts: [...discounts].map(([of, amount]) => ({ of, amount: formatMinor(amount, currencyScale(of)) })),
    issued: [...issued].map(([type, amount]) => ({ of: show.typeName(type), amount: show.ofType(type, amount) })),
  })
  return { gain: extremes.highest.map(toCustomer), lose: extremes.lowest.map(toCustomer) }
}

function countsOf(counts: ReadonlyMap<string, number>, times: (count: number) => number): CountOf[] {
  return [...counts]
    .toSorted(([, a], [, b]) => b - a)
    .slice(0, countsMax)
    .map(([what, count]) => ({ what, count: times(count) }))
}
