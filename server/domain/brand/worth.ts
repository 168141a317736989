import { currencyScale } from '../../ground/kernel/currency.ts'
import { parseDecimal } from '../../ground/kernel/money.ts'
import { oncePer } from '../../ground/kernel/once-per.ts'
import { compareRatios, type Ratio, roundHalfUp, zeroRatio } from '../../ground/kernel/ratio.ts'
import type { Brand, ValueType } from './brand.ts'
import type { BrandDocument } from './document.ts'
import { valueTypeName } from './shapes/program-shape.ts'

/**
 * What one unit of a value type is worth in units of the main currency, and who says so: the file, an exchange rate, or a
 * campaign that converts it.
 */
export interface UnitWorth {
  readonly from: 'given' | 'money' | 'converted'
  readonly worth: Ratio
}

type Priced = Pick<BrandDocument, 'brand' | 'programs' | 'promotions' | 'campaigns'>

/**
 * By the names of value types. What the file gives counts; else the best that an active campaign converts it into with
 * the fewest steps, because that is what a customer can make of it. What is not here is worth nothing that is known.
 */
export const unitWorths = oncePer((document: Priced): ReadonlyMap<string, UnitWorth> => {
  const found = new Map<string, UnitWorth>()
  const types = document.programs.flatMap(({ valueTypes }) => valueTypes)
  for (const type of types) {
    const worth = type.balanceType === 'Currency' ? rateOf(document, type.balanceCode ?? '') : undefined
    if (worth) found.set(valueTypeName(type), { from: 'money', worth })
  }
  for (const [name, worth] of Object.entries(document.promotions?.worth ?? {}))
    found.set(name, { from: 'given', worth: ratioOf(worth) })
  addConverted(document, found)
  return found
})

/** What is that many conversions away from money, nobody counts on. */
const conversionsMax = 20

/** One unit of something becomes `share` of another. */
interface Step {
  readonly from: string
  readonly to: string
  readonly share: Ratio
}

/**
 * Points may become stars, and stars money: each round learns what is one conversion further away. So the fewest
 * conversions count, of those the best, in whatever order campaigns stand.
 */
function addConverted(document: Priced, found: Map<string, UnitWorth>): void {
  let open = stepsOf(document).filter(({ from }) => !found.has(from))
  for (let round = 1; round <= conversionsMax; round += 1) {
    const learnt = new Map<string, UnitWorth>()
    for (const { from, to, share } of open) {
      const target = found.get(to)
      if (!target) continue
      const worth = { over: target.worth.over * share.over, under: target.worth.under * share.under }
      const before = learnt.get(from)
      if (!before || compareRatios(worth, before.worth) > 0) learnt.set(from, { from: 'converted', worth })
    }
    if (learnt.size === 0) return
    for (const [name, worth] of learnt) found.set(name, worth)
    open = open.filter(({ from }) => !found.has(from))
  }
}

/** What active campaigns convert. */
function stepsOf({ campaigns }: Priced): readonly Step[] {
  const conversions = campaigns
    .filter(({ active }) => active)
    .flatMap(({ rules }) => rules.flatMap(({ then }) => then))
    .flatMap((result) => ('convert' in result ? [result.convert] : []))
  return conversions.map(({ from, to }) => {
    const [give, per] = [ratioOf(to.give), ratioOf(to.per)]
    const share = { over: give.over * per.under, under: give.under * per.over }
    return { from: valueTypeName(from), to: valueTypeName(to), share }
  })
}

function rateOf({ brand }: Priced, currency: string): Ratio | undefined {
  if (currency === brand.currency) return { over: 1n, under: 1n }
  const rate = brand.exchangeRates[currency]
  return rate === undefined ? undefined : ratioOf(rate)
}

function ratioOf(number: number): Ratio {
  const { units, scale } = parseDecimal(String(number)) ?? { units: 0, scale: 0 }
  return { over: BigInt(units), under: 10n ** BigInt(scale) }
}

/** What so many of the smallest unit of a value type are worth, in the smallest unit of the main currency, half up. */
export function worthOfValue(brand: Brand, valueTypeId: number, minor: bigint): bigint {
  const type = brand.valueTypes.get(valueTypeId)
  const known = type && unitWorths(brand.document).get(valueTypeName(type))
  if (!type || !known) return 0n
  return worthOf(minor, type.scale, { worth: known.worth, currency: brand.currency })
}

/** The same of an amount of a currency. Without an exchange rate it counts as 0. */
export function worthOfMoney(
  brand: Brand,
  currency: string,
  { minor, scale }: { minor: bigint; scale: number },
): bigint {
  const worth = rateOf(brand.document, currency)
  return worth ? worthOf(minor, scale, { worth, currency: brand.currency }) : 0n
}

/** Whether it is known what a value type is worth, also if that is nothing. */
export function isPriced(brand: Brand, valueTypeId: number): boolean {
  const type = brand.valueTypes.get(valueTypeId)
  return type !== undefined && unitWorths(brand.document).has(valueTypeName(type))
}

/** What so many of the smallest unit of a value type are worth, exactly, in units of the main currency. */
export function exactWorthOfValue(brand: Brand, { id, scale }: Pick<ValueType, 'id' | 'scale'>, minor: number): Ratio {
  const type = brand.valueTypes.get(id)
  const known = type && unitWorths(brand.document).get(valueTypeName(type))
  return known ? exactly(minor, scale, known.worth) : zeroRatio
}

/** The same of an amount of a currency. Without an exchange rate it counts as 0. */
export function exactWorthOfMoney(brand: Brand, currency: string, minor: number): Ratio {
  const worth = rateOf(brand.document, currency)
  return worth ? exactly(minor, currencyScale(currency), worth) : zeroRatio
}

const exactly = (minor: number, scale: number, { over, under }: Ratio): Ratio => ({
  over: BigInt(minor) * over,
  under: under * 10n ** BigInt(scale),
})

function worthOf(minor: bigint, scale: number, { worth, currency }: { worth: Ratio; currency: string }): bigint {
  const over = minor * worth.over * 10n ** BigInt(currencyScale(currency))
  return roundHalfUp(over, worth.under * 10n ** BigInt(scale))
}
