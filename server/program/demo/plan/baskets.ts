import type { Chance } from '../chance.ts'
import type { DemoPerson } from './people.ts'

export interface DemoLine {
  readonly sku: string
  readonly unitPrice: number
  readonly amountPurchased: number
}

const prices: Readonly<Record<string, number>> = {
  ESP: 3.5,
  LAT: 4.75,
  TEA: 3.25,
  ICE: 5.25,
  BUN: 3.75,
  SND: 8.5,
  MUG: 14,
}

const lineOf = (sku: string, amountPurchased = 1): DemoLine => ({ sku, unitPrice: prices[sku] ?? 5, amountPurchased })

/** What somebody buys. Iced coffee is on the menu from June to September, if at all. */
export function fillBasket(person: DemoPerson, month: number, chance: Chance): readonly DemoLine[] {
  const isSummer = month >= 6 && month <= 9
  const usual = person.drinksTea ? 'TEA' : person.favorite
  const drink =
    isSummer && chance.isTrue(0.35) ? 'ICE' : chance.isTrue(0.8) ? usual : chance.pick(['ESP', 'LAT', 'TEA'])
  const lines = [lineOf(drink, chance.isTrue(0.18) ? 2 : 1)]
  // What goes together is what recommendations are made of.
  if (chance.isTrue(drink === 'LAT' ? 0.5 : 0.2)) lines.push(lineOf('BUN', chance.isTrue(0.15) ? 2 : 1))
  if (chance.isTrue(drink === 'TEA' ? 0.35 : 0.1)) lines.push(lineOf('SND'))
  if (chance.isTrue(month === 12 ? 0.06 : 0.02)) lines.push(lineOf('MUG'))
  return lines
}

export const totalOf = (lines: readonly DemoLine[]) =>
  lines.reduce((sum, { unitPrice, amountPurchased }) => sum + Math.round(unitPrice * 100) * amountPurchased, 0) / 100
