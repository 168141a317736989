import { valueTypeName } from '../../../domain/brand/shapes/program-shape.ts'
import type { MemberVoice } from './gift-words.ts'

/** What a rule did, as an explanation has it. */
interface GivenEffect {
  readonly words: string
  readonly kind: string
  readonly amount?: string | undefined
  readonly of?: string | undefined
  readonly subtrack?: string | undefined
  readonly currency?: string | undefined
}

interface FiredRule {
  readonly name: string
  readonly effects: readonly GivenEffect[]
}

/** Messages, events, fields and blocks are the merchant's own business: they give nothing. */
const isGift: ReadonlySet<string> = new Set([
  ...['issue', 'redeem', 'convert', 'discount', 'addProduct', 'allocateCoupon', 'enroll', 'personalOffer'],
])

/** Languages that explanations are told in. */
const told = /^(en|de)\b/

/** What rules gave, and by which of them. In a language that explanations do not have it is said as far as its words reach. */
export function givenWords(fired: readonly FiredRule[], telling: MemberVoice): string[] {
  const isTold = told.test(telling.words.language)
  return fired.flatMap(({ name, effects }) =>
    effects
      .filter(({ kind }) => isGift.has(kind))
      .map((effect) => `${(isTold ? undefined : plainWords(effect, telling)) ?? effect.words}: ${name}`),
  )
}

function plainWords(
  { kind, amount, of, subtrack, currency }: GivenEffect,
  { brand, words }: MemberVoice,
): string | undefined {
  if (kind === 'allocateCoupon') return of === undefined ? undefined : brand.couponSets.get(of)?.name
  if (amount === undefined) return undefined
  if (kind === 'discount' && currency !== undefined)
    return words.say('giftOff', { much: words.money(Number(amount), currency) })
  const type = [...brand.valueTypes.values()].find((one) => valueTypeName(one) === of)
  if ((kind !== 'issue' && kind !== 'redeem') || !type) return undefined
  const { scale, balanceType, balanceCode } = type
  const shown = { amount: Number(amount), scale, balanceType, balanceCode, ...(subtrack && { track: subtrack }) }
  return `${kind === 'issue' ? '+' : '−'} ${words.amount(shown)}`
}
