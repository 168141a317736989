import { type Decimal, minorMax } from '../../ground/kernel/money.ts'
import type { Catalogue } from '../brand/catalogue.ts'
import type { Basket } from './basket.ts'
import { takeFrom } from './basket.ts'
import type { Cut } from './cut.ts'
import { halfUp, type Micro, oneUnit, powerOfTen, toMicroUp } from './exact.ts'
import { Goods } from './goods.ts'
import type { AddedBy, Line } from './line.ts'

/** What rules add to a sale. */
export interface NewLine {
  readonly sku: string
  readonly units: Decimal
  readonly unitPrice: Decimal
  /** What the line costs before a discount brings it down to its unit price; absent if it is not brought down. */
  readonly regularPrice?: Decimal
  readonly by: AddedBy
}

/** So many lines may be added to one sale. */
const addedLinesMax = 20
/** What a checkout may come to at the most, given, calculated or with what rules add, in units of its currency. */
export const checkoutTotalMax = 10_000_000

export const isTooLarge = ({ total, scale }: Pick<Basket, 'total' | 'scale'>): boolean =>
  total > Math.min(checkoutTotalMax * 10 ** scale, minorMax)

export type NotAdded = 'tooManyAdded' | 'totalTooHigh'

/** To look at all lines once more: what was found out about the old ones counts no longer. */
const stepsPerAddition = 40
const stepsPerLine = 2

/** The basket with one more line, behind all others, and what was taken off that line. */
export function addLine(basket: Basket, added: NewLine, catalogue: Catalogue): Cut | NotAdded {
  const { goods, lines, rest, scale } = basket
  goods.work.spend(stepsPerAddition + stepsPerLine * lines.length)
  if (lines.filter(({ addedBy }) => addedBy).length >= addedLinesMax) return 'tooManyAdded'
  const quantity = toMicroUp(added.units)
  const price = toMicroUp(added.unitPrice)
  const unitPrice = added.regularPrice ? toMicroUp(added.regularPrice) : price
  const value = worthOf(quantity, unitPrice, scale)
  const total = basket.total + value
  if (isTooLarge({ total, scale })) return 'totalTooHigh'
  const entry = catalogue.get(added.sku)
  const line: Line = {
    kind: 'line',
    index: lines.length,
    sku: added.sku,
    sequenceId: nextSequenceId(lines),
    unitPrice,
    quantity,
    categories: entry?.categories ?? nothing,
    ancestors: entry?.ancestors ?? nothing,
    attributes: entry?.attributes,
    value,
    addedBy: added.by,
  }
  const all = [...lines, line]
  const grown: Basket = {
    ...basket,
    lines: all,
    goods: new Goods(all, rest, goods.work),
    left: [...basket.left.slice(0, lines.length), value, basket.left[lines.length] ?? 0],
    total,
    netTotal: basket.netTotal + value,
  }
  const amount = value - worthOf(quantity, price, scale)
  if (amount === 0) return { basket: grown, amount, wanted: amount, shares: [] }
  const share = { line: line.index, amount, units: quantity }
  return { basket: takeFrom(grown, [share]), amount, wanted: amount, shares: [share] }
}

const nothing: ReadonlySet<string> = new Set()

const worthOf = (quantity: Micro, price: Micro, scale: number): number =>
  Number(halfUp(quantity * price * powerOfTen(scale), oneUnit * oneUnit))

/** A number that no line of the till has, so that the line can be named when it comes back. */
function nextSequenceId(lines: readonly Line[]): number {
  const known = new Set(lines.map(({ sequenceId }) => sequenceId))
  let next = lines.length + 1
  while (known.has(next)) next += 1
  return next
}
