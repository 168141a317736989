import { type Minor, multiplyDivide } from '../../ground/kernel/money.ts'
import { addRatios, type Ratio } from '../../ground/kernel/ratio.ts'
import { halfUp, type Micro, smaller } from './exact.ts'
import {
  findReturnedLines,
  type ReturnedGoods,
  type ReturnedLines,
  type SoldLines,
  sumShares,
} from './returned-lines.ts'

/** What a campaign gave (positive) or took (negative) in the checkout. */
export interface GivenMutation {
  readonly amount: Minor
  /** What earlier returns took back of it, shortfalls included; of the same sign. */
  readonly takenBack: Minor
  readonly of: 'checkout' | readonly LineUnits[]
  /** Half of a conversion: only whole steps of this size go back. */
  readonly step?: Minor
  /** Whether it goes back with the units of its lines, or with what they are worth. */
  readonly by?: 'units' | 'value'
}

/** Units of a line that a product-bound mutation was given for. */
export interface LineUnits {
  /** The line's index in the sale. */
  readonly line: number
  readonly units: Micro
}

export interface ReturnShares {
  /** What this return takes back of each mutation; of the mutation's sign. */
  readonly takeBack: readonly Minor[]
  /** What this return is worth. */
  readonly value: Minor
  /** Whether everything is back now. */
  readonly full: boolean
  readonly over?: OverReturn
}

type OverReturn =
  | { readonly kind: 'units'; readonly sku: string; readonly bought: Micro; readonly returned: Micro }
  | { readonly kind: 'value'; readonly bought: Minor; readonly returned: Minor }

/** A sale, what came back of it before, and what comes back now. */
export interface ReturnSpan {
  readonly before: readonly ReturnedGoods[]
  readonly now: ReturnedGoods
}

/** What a sale and its returns come to, found once for all that is asked of them. */
export interface ReturnsInAll extends Pick<ReturnShares, 'value' | 'full' | 'over'> {
  readonly sale: SoldLines
  readonly lines: ReturnedLines
  /** What all returns are worth. */
  readonly valueInAll: Ratio
}

export function sumUpReturns(sale: SoldLines, { before, now }: ReturnSpan): ReturnsInAll {
  const earlier = sumReturns(before)
  const all = sumReturns([...before, now])
  const lines = findReturnedLines(sale, all.products)
  const linesBefore = now.products.length === 0 ? lines : findReturnedLines(sale, earlier.products)
  const valueInAll = addMinor(lines.value, all.additional)
  const over = findOverReturn(sale, all, valueInAll)
  return {
    sale,
    lines,
    valueInAll,
    value: round(valueInAll) - round(addMinor(linesBefore.value, earlier.additional)),
    full: isFull(sale, lines, all.additional),
    ...(over ? { over } : {}),
  }
}

/**
 * How much of each mutation a return takes back. What is taken back so far is always the half-up rounded share of the
 * whole, so returning everything takes back exactly everything, in however many steps.
 */
export function shareReturn(inAll: ReturnsInAll, mutations: readonly GivenMutation[]): ReturnShares {
  const { sale, lines, valueInAll, value, full, over } = inAll
  return {
    takeBack: mutations.map((mutation) => takeBackOf(mutation, shareOf(mutation))),
    value,
    full,
    ...(over ? { over } : {}),
  }

  function shareOf({ of, by }: GivenMutation): Ratio {
    if (full) return { over: 1n, under: 1n }
    if (of !== 'checkout') return by === 'value' ? valueShare(sale, lines, of) : unitShare(sale, lines, of)
    if (sale.total === 0) return { over: 0n, under: 1n }
    const whole = valueInAll.under * BigInt(sale.total)
    return { over: smaller(valueInAll.over, whole), under: whole }
  }
}

/** The units of a SKU's lines, or of one of them: what a mutation with that SKU is bound to. */
export function unitsOfSku(sale: SoldLines, sku: string, sequenceId?: number): LineUnits[] {
  return sale.lines.flatMap((line, index) => {
    const isMeant = line.sku === sku && (sequenceId === undefined || line.sequenceId === sequenceId)
    return isMeant ? [{ line: index, units: line.quantity }] : []
  })
}

/**
 * A return that was voided meanwhile may have left more taken back than the share is now: then nothing is taken. Both
 * halves of a conversion have as many steps and the same share, so they go back together.
 */
function takeBackOf({ amount, takenBack, step = 1 }: GivenMutation, share: Ratio): Minor {
  const missing = step * multiplyDivide(amount / step, share.over, share.under) - takenBack
  return amount < 0 ? Math.min(missing, 0) : Math.max(missing, 0)
}

function unitShare(sale: SoldLines, lines: ReturnedLines, of: readonly LineUnits[]): Ratio {
  const whole = of.reduce((sum, { units }) => sum + units, 0n)
  if (whole === 0n) return { over: 0n, under: 1n }
  const back = sumShares(
    of.map(({ line, units }) => ({
      value: units,
      units: lines.units[line] ?? 0n,
      quantity: sale.lines[line]?.quantity ?? 0n,
    })),
  )
  return { over: back.over, under: back.under * whole }
}

/** What came back of the lines, at the price given, of what they were worth; all of it when every unit is back. */
function valueShare(sale: SoldLines, lines: ReturnedLines, of: readonly LineUnits[]): Ratio {
  const whole = of.reduce((sum, { line }) => sum + (sale.lines[line]?.value ?? 0), 0)
  const isBack = of.every(({ line }) => lines.units[line] === sale.lines[line]?.quantity)
  if (whole === 0 || isBack) return unitShare(sale, lines, of)
  const back = lines.valueOf(of.map(({ line }) => line))
  const under = back.under * BigInt(whole)
  return { over: smaller(back.over, under), under }
}

/** Every unit is back, or its price is: an amount that no product explains may stand for products. */
function isFull(sale: SoldLines, { units, worth }: ReturnedLines, additional: Minor): boolean {
  const refunded = addMinor(worth, additional)
  if (refunded.over < BigInt(sale.total) * refunded.under) return false
  return additional > 0 || sale.lines.every((line, index) => units[index] === line.quantity)
}

function findOverReturn(sale: SoldLines, all: ReturnedGoods, value: Ratio): OverReturn | undefined {
  const returned = unitsBySku(all.products)
  const bought = unitsBySku(sale.lines)
  for (const [sku, units] of returned) {
    const most = bought.get(sku) ?? 0n
    if (units > most) return { kind: 'units', sku, bought: most, returned: units }
  }
  const refunded = round(value)
  return refunded > sale.total ? { kind: 'value', bought: sale.total, returned: refunded } : undefined
}

function unitsBySku(products: readonly { readonly sku: string; readonly quantity: Micro }[]): Map<string, Micro> {
  const units = new Map<string, Micro>()
  for (const { sku, quantity } of products) units.set(sku, (units.get(sku) ?? 0n) + quantity)
  return units
}

function sumReturns(returns: readonly ReturnedGoods[]): ReturnedGoods {
  return {
    products: returns.flatMap((one) => one.products),
    additional: returns.reduce((sum, one) => sum + one.additional, 0),
  }
}

function addMinor(ratio: Ratio, amount: Minor): Ratio {
  return addRatios(ratio, { over: BigInt(amount), under: 1n })
}

function round({ over, under }: Ratio): Minor {
  return Number(halfUp(over, under))
}
