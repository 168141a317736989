import type { RouteRequest } from '../../../ask/ask.ts'

export interface TriedLine {
  readonly sku: string
  readonly quantity: number
  readonly price: number
}

export interface TriedBalance {
  readonly balanceType: string
  readonly balanceCode?: string
  readonly amount: number
}

/** One of what campaigns offer to choose from. */
export interface TriedChoice {
  readonly option: string
  /** The UUID of its rule. */
  readonly rule?: string
}

/** `nobody`: without a card. `card`: one that exists. `invented`: a customer who is described. */
export const kindsOfBuyer = ['nobody', 'card', 'invented'] as const
export type Buyer = (typeof kindsOfBuyer)[number]

/** What is tried out. It stands in the address, so that it can be sent as a link. */
export interface TriedPurchase {
  readonly lines: readonly TriedLine[]
  readonly coupons: readonly string[]
  readonly buyer: Buyer
  readonly card?: string
  readonly program?: string
  readonly level?: string
  readonly segments: readonly string[]
  readonly balances: readonly TriedBalance[]
  /** Of somebody invented: whether they have signed up. They have, unless it says otherwise. */
  readonly isEnrolled?: boolean
  /** yyyy-MM-dd */
  readonly birthday?: string
  readonly place?: string
  /** yyyy-MM-ddTHH:mm, as the browser's own field has it. */
  readonly at?: string
  /** What sending it costs. */
  readonly shipping?: number | undefined
  /** What the customer chooses at the till. */
  readonly choices?: readonly TriedChoice[]
  readonly draft?: string | undefined
}

export const nothingTried: TriedPurchase = { lines: [], coupons: [], buyer: 'nobody', segments: [], balances: [] }

type GivenSearch = Readonly<Record<string, unknown>>

const isGiven = (value: unknown): value is GivenSearch =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
const textOf = (value: unknown) =>
  (typeof value === 'string' || typeof value === 'number') && String(value) !== '' ? String(value) : undefined
const numberOf = (value: unknown) =>
  typeof value === 'number' && Number.isFinite(value) && value >= 0 ? value : undefined
const listOf = <One>(value: unknown, read: (one: unknown) => One | undefined): One[] =>
  Array.isArray(value) ? value.slice(0, 100).flatMap((one) => read(one) ?? []) : []

/** An address can say anything: what makes no sense is left out. */
export function readTriedSearch(search: Record<string, unknown>): { readonly tried?: TriedPurchase | undefined } {
  const { tried } = search
  if (!isGiven(tried)) return {}
  const buyer = kindsOfBuyer.find((one) => one === tried.buyer) ?? 'nobody'
  const texts = (['card', 'program', 'level', 'birthday', 'place', 'at', 'draft'] as const).flatMap((name) => {
    const text = textOf(tried[name])
    return text === undefined ? [] : [[name, text]]
  })
  const shipping = numberOf(tried.shipping)
  const choices = listOf(tried.choices, readChoice)
  return {
    tried: {
      lines: listOf(tried.lines, readLine),
      coupons: listOf(tried.coupons, textOf),
      buyer,
      segments: listOf(tried.segments, textOf),
      balances: listOf(tried.balances, readBalance),
      ...Object.fromEntries(texts),
      ...(tried.isEnrolled === false && { isEnrolled: false }),
      ...(shipping !== undefined && { shipping }),
      ...(choices.length > 0 && { choices }),
    },
  }
}

function readChoice(given: unknown): TriedChoice | undefined {
  if (!isGiven(given)) return undefined
  const [option, rule] = [textOf(given.option), textOf(given.rule)]
  return option === undefined ? undefined : { option, ...(rule !== undefined && { rule }) }
}

function readLine(given: unknown): TriedLine | undefined {
  if (!isGiven(given)) return undefined
  const sku = textOf(given.sku)
  if (sku === undefined) return undefined
  return { sku, quantity: numberOf(given.quantity) ?? 1, price: numberOf(given.price) ?? 0 }
}

function readBalance(given: unknown): TriedBalance | undefined {
  if (!isGiven(given)) return undefined
  const [balanceType, balanceCode] = [textOf(given.balanceType), textOf(given.balanceCode)]
  const amount = numberOf(given.amount)
  if (balanceType === undefined || amount === undefined) return undefined
  return { balanceType, amount, ...(balanceCode !== undefined && { balanceCode }) }
}

type Request = RouteRequest<'tryOut'>

/** What the server is asked, by what is in force. */
export function toRequest(tried: TriedPurchase): Request {
  const { lines, coupons, place, at, shipping, choices = [] } = tried
  return {
    products: lines.map(({ sku, quantity, price }) => ({ sku, amountPurchased: quantity, unitPrice: price })),
    ...(coupons.length > 0 && { coupons }),
    ...(shipping !== undefined && { checkoutShippingTotal: shipping }),
    ...(choices.length > 0 && {
      campaignChoices: choices.map(({ option, rule }) => ({
        optionId: option,
        ...(rule !== undefined && { campaignRuleUUID: rule }),
      })),
    }),
    ...buyerOf(tried),
    ...(place !== undefined && { locationId: place }),
    ...(at !== undefined && { date: `${at.replace('T', ' ')}:00` }),
  }
}

function buyerOf({
  buyer,
  card,
  program,
  level,
  segments,
  balances,
  birthday,
  isEnrolled = true,
}: TriedPurchase): Partial<Request> {
  if (buyer === 'nobody') return {}
  if (buyer === 'card') return card === undefined ? {} : { cardNumber: card }
  const described = {
    enrolled: isEnrolled,
    ...(program !== undefined && { program }),
    ...(level !== undefined && { tier: level }),
    ...(segments.length > 0 && { segments }),
    ...(balances.length > 0 && { balances }),
    ...(birthday !== undefined && { customer: { birthday } }),
  }
  return { card: described as NonNullable<Request['card']> }
}
