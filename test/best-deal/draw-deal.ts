import {
  cardCount,
  codeSets,
  couponSets,
  type Deal,
  type DealCampaign,
  type DealDiscount,
  type DealRule,
  type DealSale,
  skus,
  wholeSale,
} from './deal.ts'

/** A small generator of its own, so that a failing number can be tried again. */
export function dice(seed: number): Roll {
  let state = (seed * 2_654_435_761) >>> 0
  return (sides) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * sides)
  }
}

export type Roll = (sides: number) => number

/**
 * What one file is about. The model knows how a discount is spread over lines in none of them: all are on the sale, or all on
 * products, or all are small amounts beside what is bought.
 */
export type Theme = 'sale' | 'products' | 'combinations'
const themes = ['sale', 'products', 'combinations'] as const

export const themeOf = (seed: number): Theme => themes[seed % themes.length] ?? 'sale'

export function drawDeal(seed: number): Deal {
  const [roll, theme] = [dice(seed), themeOf(seed)]
  const groups = theme === 'combinations' ? [] : drawGroups(roll)
  const drawn: Omit<DealCampaign, 'priority'>[] = []
  for (const group of groups) {
    const count = 2 + roll(7)
    for (let index = 0; index < count; index += 1)
      drawn.push(drawCandidate(`${group.id}${index}`, group.id, roll, theme))
  }
  const others = theme === 'combinations' ? 3 + roll(4) : roll(3)
  for (let index = 0; index < others; index += 1) {
    const id = `o${index}`
    drawn.push({ id, rules: [drawRule(`${id}/r`, roll, theme)] })
  }
  // The same priority for several: then the order of the file counts.
  const campaigns = drawn
    .map((campaign) => ({ ...campaign, priority: 1 + roll(6) }))
    .toSorted((one, other) => one.priority - other.priority)
  return {
    campaigns,
    groups,
    worth: 1000 * (1 + roll(40)),
    ...(roll(3) === 0 && theme !== 'combinations' && { maxDiscount: 10 + roll(60) }),
    ...(roll(3) === 0 && { maxCodes: 1 + roll(2) }),
    ...(theme === 'combinations' && roll(2) === 0 && { splitsKinds: true }),
  }
}

function drawGroups(roll: Roll): Deal['groups'] {
  const ids = roll(3) === 0 ? ['g', 'h'] : ['g']
  return ids.map((id) => ({ id, best: roll(3) === 0 ? 'merchant' : 'customer', keep: roll(3) === 0 ? 2 : 1 }))
}

function drawCandidate(id: string, group: string, roll: Roll, theme: Theme): Omit<DealCampaign, 'priority'> {
  if (roll(5) > 0) return { id, rules: [{ ...drawRule(`${id}/r`, roll, theme), group }] }
  return { id, group, rules: ['r', 's'].map((rule) => withoutOpener(drawRule(`${id}/${rule}`, roll, theme))) }
}

const withoutOpener = ({ opener: _, ...rule }: DealRule): DealRule => rule

function drawRule(name: string, roll: Roll, theme: Theme): DealRule {
  const isDiscount = theme === 'combinations' || roll(3) > 0
  const discount = isDiscount ? drawDiscount(roll, theme) : undefined
  const gives = !isDiscount || roll(4) === 0
  const points = gives
    ? roll(2) === 0
      ? ({ kind: 'fixed', give: 1 + roll(300) } as const)
      : ({ kind: 'perDollar', give: 1 + roll(5) } as const)
    : undefined
  const opener = roll(3) === 0 ? drawOpener(roll) : undefined
  const of = discount && (!points || roll(2) === 0) ? 'discount' : 'Points'
  return {
    name,
    least: roll(2) === 0 ? 0 : roll(6000),
    ...(opener && { opener }),
    ...(discount && { discount }),
    ...(points && { points }),
    ...(roll(3) === 0 && { limit: { times: 1 + roll(4), per: roll(2) === 0 ? 'card' : 'brand' } }),
    ...(roll(4) === 0 && { budget: { of, amount: 200 + roll(of === 'discount' ? 4000 : 900) } }),
    ...(theme === 'combinations' && roll(4) === 0 && { isAlone: true }),
  }
}

const drawOpener = (roll: Roll): NonNullable<DealRule['opener']> =>
  roll(2) === 0
    ? { kind: 'coupon', set: couponSets[roll(couponSets.length)] ?? '' }
    : { kind: 'code', set: codeSets[roll(codeSets.length)] ?? '' }

function drawDiscount(roll: Roll, theme: Theme): DealDiscount {
  const product = skus[roll(skus.length)] ?? 'A'
  if (theme === 'combinations') return { kind: 'amount', value: 1 + roll(200), on: roll(2) === 0 ? wholeSale : product }
  const on = theme === 'sale' ? wholeSale : product
  const max = roll(4) === 0 ? { max: 50 + roll(1500) } : {}
  return roll(2) === 0
    ? { kind: 'percent', value: 1 + roll(roll(4) === 0 ? 100 : 40), on, ...max }
    : { kind: 'amount', value: 1 + roll(2000), on }
}

export function drawSale(roll: Roll, theme: Theme): DealSale {
  const count = theme === 'combinations' ? skus.length : 1 + roll(skus.length)
  // Of a cheap one a single discount may take all, so that others find nothing left.
  const isCheap = roll(3) === 0
  const price = () => (theme === 'combinations' ? 3000 + roll(2000) : 1 + roll(isCheap ? 300 : 3000))
  const lines = skus.slice(0, count).map((sku) => ({ sku, price: price(), quantity: 1 + roll(3) }))
  return {
    card: roll(cardCount),
    lines,
    coupons: couponSets.filter(() => roll(2) === 0),
    codes: codeSets.filter(() => roll(2) === 0),
  }
}
