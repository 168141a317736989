import type { BasketProduct } from '../server/domain/checkout/make-basket.ts'
import { type Decimal, parseDecimal } from '../server/ground/kernel/money.ts'

/** Rules and a basket that take as much work as they can, each in a way of its own. */
export interface WorstShape {
  readonly name: string
  readonly rules: number
  readonly lines: number
  readonly rule: (n: number) => { readonly when?: readonly object[]; readonly then: readonly object[] }
  /** Quantity and price of a line; odd ones unless given. */
  readonly line?: (n: number) => readonly [quantity: string, price: string]
}

const ofAll = { category: 'sold' }
const pickOf = (n: number) => (n % 2 === 0 ? 'dearest' : 'cheapest')
const from = (n: number) => ({ minUnitPrice: Number((1 + n / 100).toFixed(2)) })

/** Buy three and get percent off two, repeated, for a basket of goods sold by weight. */
export const buyThreeGetTwo: WorstShape = {
  name: 'buyThreeGetTwo',
  rules: 1000,
  lines: 400,
  rule: (n) => discount({ percent: 10, ...boughtAndPicked(ofAll, pickOf(n)) }),
}

export const worstShapes: readonly WorstShape[] = [
  buyThreeGetTwo,
  {
    ...buyThreeGetTwo,
    name: 'differentLines',
    rule: (n) => discount({ percent: 1, ...boughtAndPicked(from(n % 900), pickOf(n)) }),
  },
  {
    name: 'dearestArePicked',
    rules: 300,
    lines: 400,
    rule: (n) =>
      discount({ percent: 1, on: { where: from(500 + (n % 100)), units: 0.1 }, buy: { units: 200 }, repeat: true }),
  },
  { name: 'manyShares', rules: 300, lines: 400, rule: () => discount({ percent: 0.1 }) },
  { name: 'equalLines', rules: 300, lines: 400, rule: () => discount({ percent: 0.1 }), line: () => ['1', '9.99'] },
  {
    name: 'groupPrices',
    rules: 100,
    lines: 400,
    rule: (n) => discount({ groupPrice: 5, on: { where: from(n), pick: pickOf(n), units: 2 }, repeat: true }),
  },
  { name: 'unitPrices', rules: 300, lines: 400, rule: (n) => discount({ unitPrice: 0.5, on: { where: from(n) } }) },
  {
    name: 'sumsThatFail',
    rules: 1000,
    lines: 400,
    rule: (n) => ({
      when: [{ fact: 'products.total', where: from(n % 900), op: '>', value: 9_000_000 }],
      then: [{ discount: { percent: 1 } }],
    }),
  },
  {
    name: 'points',
    rules: 1000,
    lines: 400,
    rule: () => ({
      then: [{ issue: { balanceType: 'Points', amount: { give: 1, per: 1, of: 'products.quantity', where: ofAll } } }],
    }),
  },
  {
    name: 'manyLots',
    rules: 1000,
    lines: 10,
    rule: () => ({ then: [1, 2, 3, 4, 5].map((amount) => ({ issue: { balanceType: 'Points', amount } })) }),
  },
  {
    name: 'redemptions',
    rules: 1000,
    lines: 10,
    rule: (n) => ({
      then: [{ [n === 0 ? 'issue' : 'redeem']: { balanceType: 'Points', amount: n === 0 ? 9999 : 1 } }],
    }),
  },
  {
    name: 'centsOfLines',
    rules: 1000,
    lines: 400,
    rule: () => discount({ amount: 0.01 }),
    line: () => ['1', '900'],
  },
  {
    name: 'centsOfPatterns',
    rules: 1000,
    lines: 400,
    rule: (n) => discount({ ...boughtAndPicked(ofAll, pickOf(n)), amount: 0.01, basis: 'remaining' }),
  },
  {
    name: 'groupsBought',
    rules: 200,
    lines: 400,
    rule: (n) =>
      discount({
        groupPrice: 1,
        on: { where: from(n % 3), pick: pickOf(n), units: 0.3 },
        buy: { units: 0.3 },
        repeat: true,
      }),
  },
  {
    name: 'nested',
    rules: 1000,
    lines: 10,
    rule: (n) => ({
      when: [{ atLeast: 9, of: Array.from({ length: 10 }, (_, one) => ({ any: [asks(n + one), asks(n)] })) }],
      then: [{ issue: { balanceType: 'Points', amount: 1 } }],
    }),
  },
]

const asks = (n: number) => ({ fact: 'products.lines', where: from(n % 900), op: '>', value: 500 })

function discount(fields: object) {
  return { then: [{ discount: fields }] }
}

function boughtAndPicked(where: object, pick: string) {
  return { on: { where, pick, units: 2 }, buy: { where, units: 3 }, repeat: true, basis: 'original' }
}

export function worstCampaigns({ rules, rule }: WorstShape): object[] {
  const made = Array.from({ length: rules }, (_, n) => ({ id: `rule-${n}`, trigger: 'checkout', ...rule(n) }))
  return [{ id: 'worst', rules: made }]
}

const skuOf = (n: number) => `W-${n}`

export function worstCatalogue({ lines }: WorstShape): object[] {
  return Array.from({ length: lines }, (_, n) => ({ sku: skuOf(n), categories: ['sold'] }))
}

export function worstBasket({ lines, line = oddLine }: WorstShape): BasketProduct[] {
  return Array.from({ length: lines }, (_, n) => {
    const [quantity, price] = line(n)
    return { sku: skuOf(n), unitPrice: decimal(price), amountPurchased: decimal(quantity) }
  })
}

/** No two lines are alike, and no quantity is whole. */
function oddLine(n: number): readonly [string, string] {
  return [(0.1 + ((n * 104_729) % 9973) / 7919).toFixed(6), (1 + ((n * 7919) % 997) / 100).toFixed(2)]
}

export function decimal(text: string): Decimal {
  const parsed = parseDecimal(text)
  if (!parsed) throw new Error(`${text} is no number.`)
  return parsed
}
