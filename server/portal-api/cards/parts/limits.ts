import type { Brand } from '../../../brand/brand.ts'
import { convertAmount } from '../../../brand/exchange.ts'
import { model, number, oneOf, text } from '../../../contract/field.ts'
import type { Role } from '../../../judge/permissions.ts'
import type { Language } from '../../../kernel/language.ts'
import type { Decimal } from '../../../kernel/money.ts'

/** What needs a second person above an amount. */
export const limitedActions = ['issue', 'void', 'adjust', 'cashOut'] as const
export type LimitedAction = (typeof limitedActions)[number]

/** Money in units of the main currency; points are everything else that cards hold. */
export interface Sums {
  readonly money: number
  readonly points: number
}

type RoleLimits = Readonly<Record<LimitedAction, Sums>>

const nothing: Sums = { money: 0, points: 0 }
const everyday: Sums = { money: 1000, points: 100_000 }
const alike = (sums: Sums): RoleLimits => ({ issue: sums, void: sums, adjust: sums, cashOut: sums })

/** Where the brand file says nothing: enough for an ordinary day, and little enough for a mistake or a thief. */
const usualLimits: { readonly [R in Role]?: RoleLimits } = {
  cashier: { ...alike(nothing), issue: { money: 500, points: 1000 }, cashOut: { money: 50, points: 0 } },
  support: { ...alike(nothing), issue: { money: 50, points: 5000 }, void: { money: 100, points: 10_000 } },
  finance: alike(everyday),
  administrator: alike(everyday),
}

/** What somebody may do alone: at once, and in a day. */
export interface Limit {
  readonly once: Sums
  readonly perDay: Sums
}

type GivenLimit = Partial<Sums> & { readonly perDay?: Partial<Sums> }

/** Where the file says nothing of a day: so many times as much as at once. */
const timesADay = 10

export function limitOf({ document }: Brand, role: Role, action: LimitedAction): Limit {
  const usual = usualLimits[role]?.[action] ?? nothing
  const given: { readonly [role: string]: { readonly [A in LimitedAction]?: GivenLimit } | undefined } =
    document.portal?.limits ?? {}
  const { money = usual.money, points = usual.points, perDay } = given[role]?.[action] ?? {}
  return { once: { money, points }, perDay: { money: money * timesADay, points: points * timesADay, ...perDay } }
}

/** The larger of each. */
export function widest(one: Limit, other: Limit): Limit {
  const larger = (a: Sums, b: Sums) => ({ money: Math.max(a.money, b.money), points: Math.max(a.points, b.points) })
  return { once: larger(one.once, other.once), perDay: larger(one.perDay, other.perDay) }
}

export const limitModel = model('PortalLimit', 'What somebody may do without a second person.', {
  action: oneOf('What is limited.', limitedActions).required(),
  money: number('In the main currency.').required(),
  points: number('Of points, stars and punches.').required(),
  moneyPerDay: number('The same for a day.').required(),
  pointsPerDay: number('The same for a day.').required(),
  currency: text('The main currency.').required(),
})

export function showLimits(brand: Brand, role: Role) {
  return limitedActions.map((action) => {
    const { once, perDay } = limitOf(brand, role, action)
    return { action, ...once, moneyPerDay: perDay.money, pointsPerDay: perDay.points, currency: brand.currency }
  })
}

export interface Part {
  readonly balanceType: string
  readonly balanceCode?: string | undefined
  readonly amount: Decimal
}

/** What the parts come to, whatever their signs. Money without an exchange rate is more than any limit. */
export function sumUp(parts: readonly Part[], brand: Brand): Sums {
  let money = 0
  let points = 0
  for (const { balanceType, balanceCode = brand.currency, amount } of parts) {
    const size = { units: Math.abs(amount.units), scale: amount.scale }
    if (balanceType === 'Currency') money += inMain(size, balanceCode, brand)
    else points += size.units / 10 ** size.scale
  }
  return { money, points }
}

function inMain(amount: Decimal, currency: string, brand: Brand): number {
  if (currency === brand.currency) return amount.units / 10 ** amount.scale
  const fromScale = Math.max(amount.scale, 0)
  const converted = convertAmount(brand, { amount, from: currency, to: brand.currency, fromScale })
  if (converted.kind === 'refusal') return Number.POSITIVE_INFINITY
  return converted.amount / 10 ** converted.scale
}

export const isAbove = (sums: Sums, limit: Sums) => sums.money > limit.money || sums.points > limit.points

/** That a limit is in the way: "This is above your limit of $50.00 and 5,000 points." */
export function aboveLimitWords(
  { money, points }: Sums,
  { currency }: Brand,
  language: Language,
  isADay: boolean,
): string {
  const amount = new Intl.NumberFormat(language, { style: 'currency', currency }).format(money)
  const count = new Intl.NumberFormat(language).format(points)
  if (language === 'de')
    return `Das liegt über Ihrer Grenze von ${amount} und ${count} Punkten${isADay ? ' am Tag' : ''}.`
  return `This is above your limit of ${amount} and ${count} points${isADay ? ' a day' : ''}.`
}
