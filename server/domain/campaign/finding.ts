import { decimalText } from '../../ground/kernel/decimal.ts'
import type { Decimal } from '../../ground/kernel/money.ts'
import type { FactValue } from '../brand/facts/reading.ts'
import type { Comparison } from '../brand/rules/conditions.ts'
import type { CodeBlock } from '../coupon/public-code.ts'
import type { CallFacts, PresentedCoupon } from './call-facts.ts'
import type { FactNeed } from './needs.ts'

/** The result of judging a condition. `coupons` are the coupon conditions that led to it. */
export type Judgement =
  | { readonly kind: 'holds'; readonly coupons: readonly CouponUse[] }
  | { readonly kind: 'fails'; readonly coupons: readonly CouponUse[]; readonly failure: ConditionFailure }
  | { readonly kind: 'needs'; readonly needs: readonly FactNeed[] }

export interface CouponUse {
  readonly path: string
  readonly matches: (coupon: PresentedCoupon) => boolean
}

/** Whether a condition belongs to the campaign as a whole. */
export const isCampaignWide = (path: string) => path.startsWith('campaign.')

/** The coupons that have opened a campaign in the call so far. */
export function openingCoupons(
  { opened = [] }: Pick<CallFacts, 'opened'>,
  campaign: string,
): readonly PresentedCoupon[] {
  return opened.filter((one) => one.campaign === campaign).map(({ coupon }) => coupon)
}

/** Why a rule does not hold: the condition, what it expected, and what was found. Plain JSON. */
export type ConditionFailure = FailedComparison | FailedGroup

export interface FailedComparison {
  readonly path: string
  readonly fact: string
  readonly op: string
  readonly expected?: ShownValue | readonly ShownValue[]
  /** null means missing. */
  readonly observed: ShownValue | readonly ShownValue[] | null
  /** The public code that was presented and does not count, and what keeps it from counting. */
  readonly blockedCode?: { readonly code: string; readonly by: CodeBlock }
  /** The same in English words, as earlier versions kept it. */
  readonly why?: string
}
/** Numbers are kept as text, exactly. */
export type ShownValue = string | boolean

interface FailedGroup {
  readonly path: string
  readonly group: 'all' | 'any' | 'atLeast' | 'none'
  readonly needed: number
  readonly of: number
  readonly held: number
}

const plainHolds: Judgement = { kind: 'holds', coupons: [] }

export function holds(coupons: readonly CouponUse[]): Judgement {
  return coupons.length === 0 ? plainHolds : { kind: 'holds', coupons }
}

export function fails(failure: ConditionFailure, coupons: readonly CouponUse[]): Judgement {
  return { kind: 'fails', failure, coupons }
}

/** Makes the explanation of a failed condition. The parts that do not depend on the value are prepared once. */
export function failureOf(asked: Comparison, path: string): (value: FactValue | undefined) => FailedComparison {
  const { fact, op } = asked
  const expected = asked.value === undefined ? {} : { expected: shownValue(asked.value) }
  const show = isPersonal(fact) ? () => '(set)' : shownValue
  return (value) => ({ path, fact, op, ...expected, observed: value === undefined ? null : show(value) })
}

/** Personal data is not copied into explanations, because they would outlive its erasure. */
export function isPersonal(fact: string): boolean {
  return isOfPerson(fact) && !derived.has(fact)
}

/** Whether a fact tells something about a person: only those who may see people are told what was found. */
export function isOfPerson(fact: string): boolean {
  return fact.startsWith('customer.') || fact === 'demographic' || fact === 'message.text' || fact === 'segment'
}

const derived: ReadonlySet<string> = new Set(['customer.age', 'customer.birthdayInDays', 'segment'])

/** Long lists and texts explain nothing. The path leads to the whole value. */
const listEntriesMax = 5
const textCharactersMax = 60

type Showable = string | number | boolean | Decimal

function shownValue(value: Showable | readonly Showable[]): ShownValue | readonly ShownValue[] {
  if (!isList(value)) return shown(value)
  const first = value.slice(0, listEntriesMax).map(shown)
  return value.length > listEntriesMax ? [...first, `and ${value.length - listEntriesMax} more`] : first
}

function isList(value: Showable | readonly Showable[]): value is readonly Showable[] {
  return Array.isArray(value)
}

function shown(value: Showable): ShownValue {
  if (typeof value === 'boolean') return value
  if (typeof value === 'object') return decimalText(value)
  const text = String(value)
  return text.length > textCharactersMax ? `${text.slice(0, textCharactersMax)}…` : text
}
