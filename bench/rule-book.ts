/** What a checkout of the benchmark buys: five lines, of which three rules make something. */
export const boughtProducts = [
  { sku: 'ESP', unitPrice: 2.5, amountPurchased: 2 },
  { sku: 'LATTE', unitPrice: 4.2, amountPurchased: 1 },
  { sku: 'BUN', unitPrice: 3.15, amountPurchased: 3 },
  { sku: 'HAM', unitPrice: 19.99, amountPurchased: 0.755 },
  { sku: 'MUG', unitPrice: 12, amountPurchased: 1 },
] as const

export const firingCount = 3

const groups = 100
const places = 50
const unasked = 100

/** The catalogue: what is bought, goods that so many rules ask for (P-1 …), and goods that none does (N-1 …). */
export const productsFor = (rules: number) => [
  { sku: 'ESP', parent: 'COFFEE', categories: ['drinks'] },
  { sku: 'LATTE', parent: 'COFFEE', categories: ['drinks'] },
  { sku: 'BUN', categories: ['bakery'] },
  { sku: 'HAM', categories: ['deli'] },
  { sku: 'MUG', categories: ['home'] },
  ...times(rules, (n) => ({ sku: `P-${n}`, parent: `LINE-${n % groups}`, categories: [`shelf-${n % groups}`] })),
  ...times(unasked, (n) => ({ sku: `N-${n}`, categories: ['groceries'] })),
]

export const locations = [
  { id: 'L1', name: 'Pier 1', terminals: ['T1'] },
  ...times(places, (n) => ({ id: `L${n + 1}`, terminals: ['T1'] })),
]

export const couponSets = times(places, (n) => ({ id: `set-${n}`, coupons: [] }))

/** So many rules for checkouts, of which three fire in every checkout of `boughtProducts` at L1. */
export function campaignsOf(rules: number) {
  const others = times(rules - firingCount, otherRule)
  const perCampaign = 25
  return [
    { id: 'earn', priority: 50, rules: firingRules },
    ...times(Math.ceil(others.length / perCampaign), (n) => ({
      id: `season-${n}`,
      priority: 10 * (n % 12),
      rules: others.slice((n - 1) * perCampaign, n * perCampaign),
    })),
  ]
}

/**
 * Ten rules of which three fire, as before, with what marketers ask for: the discount has a budget that every checkout
 * spends of, one rule asks for a level and one for a public code.
 */
export function modernCampaigns() {
  const [discount, ...rest] = firingRules
  const budget = { amount: 100_000_000, of: 'discount', every: 'day' }
  const gold = asks(1, { fact: 'tier', op: '=', value: 'gold' })
  const coded = asks(2, { fact: 'code', set: 'posters' })
  const others = times(fewOthers, (n) => otherRule(n + 2))
  return [{ id: 'earn', priority: 50, rules: [{ ...discount, budget }, ...rest, gold, coded, ...others] }]
}

/** Levels that nobody reaches, and a code that nobody presents. */
export const modernSections = {
  tiers: {
    by: { fact: 'history.spend', within: { calendar: 'year' } },
    levels: [{ id: 'gold', name: 'Gold', at: 10_000_000 }],
    keep: { endOf: 'year', plus: 1 },
  },
  couponSet: { id: 'posters', codes: [{ code: 'POSTER', uses: 1_000_000_000 }] },
}

const fewOthers = 5

type Content = Readonly<Record<string, unknown>>

const firingRules = [
  rule('tenth-off-drinks', [atLeast(1, { category: 'drinks' })], {
    discount: { percent: 10, on: { where: { category: 'drinks' } } },
  }),
  rule('per-dollar', [{ fact: 'checkout.netTotal', op: '>=', value: 1 }], {
    issue: { balanceType: 'Points', amount: { give: 1, per: 1, of: 'checkout.netTotal' } },
  }),
  rule('espresso-bonus', [atLeast(1, { sku: 'ESP' })], { issue: { balanceType: 'Points', amount: 5 } }),
]

/** The kinds of rules that shops have, one after the other; the first seven are one of each. */
const kinds: readonly ((n: number) => Content)[] = [
  forSku,
  (n) => asks(n, atLeast(3, { category: `shelf-${spread(n, groups)}` })),
  (n) => asks(n, { fact: 'location.id', op: '=', value: `L${2 + spread(n, places)}` }),
  (n) => asks(n, { fact: 'checkout.netTotal', op: '>=', value: 500 + n }),
  (n) => asks(n, { fact: 'coupon', set: `set-${1 + spread(n, places)}`, op: '=', value: true }),
  (n) => asks(n, { fact: 'keyValue', key: `offer-${n}`, op: '=', value: 'yes' }),
  (n) => asks(n, atLeast(3, { parent: `LINE-${spread(n, groups)}` })),
  ...times(8, () => forSku),
  (n) => asks(n, atLeast(1, { sku: [`P-${n}`, `P-${n + 1}`, `P-${n + 2}`], minUnitPrice: 5 })),
  (n) => asks(n, { any: [atLeast(1, { sku: `P-${n}` }), { fact: 'coupon', tag: `tag-${n}`, op: '=', value: true }] }),
  (n) =>
    asks(n, { fact: 'location.id', op: 'in', value: [`L${2 + spread(n, places)}`, `L${2 + spread(n + 60, places)}`] }),
  (n) => asks(n, { fact: 'coupon', set: `set-${1 + spread(n + 60, places)}`, op: '=', value: true }),
  (n) => asks(n, { fact: 'keyValue', key: `code-${n}`, op: 'in', value: ['a', 'b'] }),
]

/** Numbers that differ from one rule of a kind to the next. */
function spread(n: number, below: number): number {
  return (2 * Math.floor(n / kinds.length)) % below
}

function otherRule(n: number): Content {
  const kind = kinds[(n - 1) % kinds.length] ?? forSku
  return {
    ...kind(n),
    ...(n % 4 === 0 && { limit: { times: 1, per: n % 8 === 0 ? 'brand' : 'card', every: 'day' } }),
    ...(n % 9 === 0 && { exclusive: `one-of-${n % 5}` }),
    ...(n % 10 === 0 && { window: { days: ['mon', 'tue', 'wed', 'thu', 'fri'], from: '07:00', to: '11:00' } }),
  }
}

/** For one product: points for it, points by what it costs, or less to pay for it. */
function forSku(n: number): Content {
  const sku = `P-${n}`
  const results = [
    points(10),
    { issue: { balanceType: 'Points', amount: { give: 2, per: 1, of: 'products.total', where: { sku } } } },
    { discount: { percent: 15, on: { where: { sku } } } },
    { discount: { unitPrice: 1.99, on: { where: { sku }, pick: 'dearest', units: 1 } } },
  ]
  const program = { fact: 'program.id', op: '=', value: 'rewards' }
  return rule(`rule-${n}`, [program, atLeast(1 + (n % 5), { sku })], results[n % results.length] ?? points(10))
}

function asks(n: number, condition: Content): Content {
  return rule(`rule-${n}`, [condition], points(5 + (n % 20)))
}

function rule(id: string, when: readonly Content[], result: Content): Content {
  return { id, trigger: 'checkout', when, then: [result] }
}

function atLeast(value: number, where: Content): Content {
  return { fact: 'products.quantity', where, op: '>=', value }
}

function points(amount: number): Content {
  return { issue: { balanceType: 'Points', amount } }
}

function times<One>(count: number, make: (n: number) => One): One[] {
  return Array.from({ length: count }, (_, index) => make(index + 1))
}
