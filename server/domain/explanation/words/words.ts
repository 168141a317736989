import type { Instant } from '../../../ground/kernel/time.ts'
import type { FactName } from '../../brand/facts/all.ts'
import type { ClockOwner } from '../../brand/rules/clocks.ts'
import type { Comparison } from '../../brand/rules/conditions.ts'
import type { customerFields } from '../../brand/rules/customer-fields.ts'
import type { weekdays } from '../../brand/rules/weekdays.ts'
import type { Trigger } from '../../brand/shapes/campaign-shape.ts'
import type { AmountHow } from '../../campaign/amount-formula.ts'
import type { NoEffectReason } from '../../campaign/effects.ts'
import type { ConditionFailure } from '../../campaign/finding.ts'
import type { Silent } from '../../campaign/judge.ts'
import type { Dimension } from '../../campaign/lookup-keys.ts'
import type { EffectSummary, TraceReceiver } from '../../campaign/trace.ts'
import type { CodeBlock } from '../../coupon/public-code.ts'
import type { FactMark, FactMeasure, Missed, Sign } from './phrases.ts'

/** Everything that explanations say in a language: other languages have exactly what English has. */
export interface ExplanationWords {
  readonly amounts: AmountWords
  readonly marks: MarkWords
  readonly measures: MeasureWords
  readonly conditions: ConditionWords
  readonly effects: EffectWords
  readonly silent: SilentWords
  readonly standings: StandingWords
}

/** Values as they are written. Numbers come as decimal text, exactly. */
export interface AmountWords {
  readonly orList: (items: readonly string[]) => string
  readonly number: (value: string) => string
  readonly price: (amount: string, currency: string | undefined) => string
  /** `5 Points`, `5 STARS`, `5.00 USD`: a balance with a code is named by the code alone. `5 Punches (Espresso)`. */
  /** `name`: what the brand calls so much of it. */
  readonly balance: (amount: string, of: string, subtrack?: string, name?: string) => string
  readonly date: (value: string) => string
  readonly hour: (value: string) => string
  /** What stands for the rest of a long list. */
  readonly more: (count: number) => string
  readonly andMore: (count: string) => string
}

/** Facts with names or a few values, besides the fields of customers. */
export type MarkFact = Extract<
  FactName,
  | `location.${string}`
  | 'terminal.id'
  | 'employee.id'
  | 'program.id'
  | 'card.setId'
  | 'card.status'
  | 'card.number'
  | 'payments.types'
  | 'request.callType'
  | 'request.dayOfWeek'
  | `message.${string}`
  | 'segment'
  | 'tier'
>

type SignFact = 'checkout.hasCard' | 'checkout.isReferred' | 'card.isEnrolled' | 'card.isChild' | 'card.hasChildren'

export interface MarkWords {
  readonly named: Readonly<Record<MarkFact, Omit<FactMark, 'show'>>>
  readonly weekdays: Readonly<Record<(typeof weekdays)[number], string>>
  /** What a value is called that is one of a few; itself where it is not. */
  readonly value: (fact: string, value: string) => string
  /** What the till says under a key. */
  readonly keyValue: (key: string | undefined) => string
  /** A field of the brand's own. */
  readonly ownField: (name: string | undefined) => string
  readonly ofSale: (name: string | undefined) => string
  readonly customer: Readonly<Record<CustomerField, string>>
  /** That something has a value. */
  readonly is: (noun: string) => Omit<FactMark, 'show'>
  readonly signs: Readonly<Record<SignFact, Sign>>
  readonly presented: (what: 'coupon' | 'code', set: string | undefined, tag: string | undefined) => Sign
  readonly consent: (channel: string, list: string | undefined) => Sign
  readonly blockedCode: (code: string, by: CodeBlock) => string
}

export type CustomerField = keyof typeof customerFields

export interface MeasureWords {
  readonly cost: (goods: string) => string
  readonly paid: (type: string | undefined) => string
  readonly quantity: (goods: string) => string
  readonly lines: (goods: string) => string
  readonly spending: string
  readonly visits: string
  readonly unitsBought: string
  readonly stores: string
  readonly events: (name: string | undefined) => string
  readonly firings: (rule: string) => string
  readonly goods: GoodsWords
  readonly lastDays: (days: number) => string
  readonly this: Readonly<Record<'day' | 'week' | 'month' | 'year', string>>
}

interface GoodsWords {
  readonly units: string
  readonly products: string
  readonly ofCategory: (categories: string) => string
  readonly from: (price: string) => string
  readonly upTo: (price: string) => string
  readonly attribute: (name: string, value: string) => string
  readonly bounds: (from: string | undefined, to: string | undefined) => string
  readonly flag: (isSet: boolean) => string
  readonly except: (goods: string, others: string) => string
  readonly with: (goods: string) => string
}

export type FailedGroup = Extract<ConditionFailure, { group: string }>

export interface ConditionWords {
  readonly all: (members: string) => string
  readonly any: (members: string) => string
  readonly none: (members: string) => string
  readonly atLeast: (count: number, members: string) => string
  /** What is asked of a measure: `total at least 50.00 USD`, `at least 2 Espresso`. */
  readonly measured: (op: Comparison['op'], values: readonly string[], measure: FactMeasure) => string
  readonly missed: (missed: Missed) => string
  /** What is asked of a mark: `at Pier 1`. `list` are the values. */
  readonly marked: (op: Comparison['op'], list: string, mark: FactMark) => string
  /** Why a rule that asks for it did not fire; `seen` is what was there instead, if it may be told. */
  readonly onlyMarked: (wanted: string, seen: string | undefined) => string
  readonly noMember: (segments: string) => string
  /** Without the conditions, if the file no longer has them. */
  readonly group: (failed: FailedGroup, members: readonly string[] | undefined) => string
}

/** What lowers or raises an amount. */
export const bounds = [
  'min',
  'max',
  'worth',
  'budget',
  'maxDiscount',
  'minIssue',
  'maxIssue',
  'maxBalance',
  'minRedeem',
  'maxRedeem',
  'switchedOff',
  'tooLittle',
] as const

/** Why a discount or an offer gives nothing. */
export const unformed = [
  'budget',
  'maxDiscount',
  'noProducts',
  'notBought',
  'noFullGroup',
  'nothingToTake',
  'noShipping',
  'missingProduct',
  'missingQualifier',
] as const

export interface Later {
  readonly count: number
  readonly unit: 'hours' | 'days'
}

export interface EffectWords {
  readonly issued: (what: string, to: TraceReceiver | undefined) => string
  readonly redeemed: (what: string) => string
  readonly notRedeemed: (what: string) => string
  readonly converted: (what: string, into: string) => string
  readonly nothingConverted: string
  /** So many units of a product; without a price they are free. */
  readonly added: (units: string, product: string, price: string | undefined, off: string | undefined) => string
  readonly discount: (discount: ToldDiscount) => string
  readonly blocked: (message: string) => string
  readonly coupon: (set: string, to: TraceReceiver | undefined) => string
  readonly directMessage: string
  readonly message: (channel: string, to: TraceReceiver | undefined, later: Later | undefined) => string
  readonly event: (type: string, to: TraceReceiver | undefined) => string
  readonly enrolled: (program: string) => string
  readonly fieldSet: (name: string) => string
  readonly offer: (discountType: string) => string
  readonly nothing: (effect: Pick<EffectSummary, 'result' | 'of'>, to: TraceReceiver | undefined, why: string) => string
  /** With what cut it or raised it, and what was asked for. */
  /** How an amount of several facts came about, after what it was. */
  readonly reckoned: (words: string, how: AmountHow) => string
  readonly capped: (words: string, asked: string | undefined, by: string) => string
  readonly reasons: Readonly<Record<NoEffectReason, string>>
  readonly noReason: string
  readonly bounds: Readonly<Record<(typeof bounds)[number], string>>
  readonly unformed: Readonly<Record<(typeof unformed)[number], string>>
  readonly countAsBought: (products: string) => string
}

export interface ToldDiscount {
  /** `10` of 10 %. */
  readonly percent?: string
  readonly kind: 'percent' | 'amount' | 'unitPrice' | 'groupPrice'
  readonly price: string
  /** Only a percentage is known. */
  readonly isPlain: boolean
  readonly onShipping: boolean
}

export interface ToldWindow {
  readonly days: readonly string[]
  readonly from: string
  readonly to: string
}

/** Time zones. */
export interface ToldClocks {
  readonly brand: string
  /** Absent where the call has no location. */
  readonly location?: string
}

type SilentOf<K extends Silent['kind']> = Extract<Silent, { kind: K }>

export interface SilentWords {
  readonly otherTrigger: Readonly<Record<Trigger, string>>
  readonly otherTarget: Readonly<Record<'root' | 'child', string>>
  readonly notRunning: (from: Instant | undefined, until: Instant | undefined, timeZone: string) => string
  /** Its days and hours as the file has them now, if it has any. */
  readonly outsideWindow: (window: ToldWindow | undefined) => string
  /** By which of several clocks days and hours were looked at. */
  readonly byClock: (clocks: ToldClocks, owner: ClockOwner) => string
  readonly heldOut: (percent: number) => string
  readonly otherVariant: (expected: string, side: string | undefined) => string
  readonly firedAlready: string
  readonly excluded: (by: string, group: string) => string
  /** `by` has won; `more` is how much more, or for the merchant less, it is worth, and absent if that was not measured. */
  readonly outbid: (silent: SilentOf<'outbid'>, by: string, more: string | undefined) => string
  readonly tooManyCodes: (max: number) => string
  readonly notChosen: (option: string) => string
  readonly tooManyChosen: (chosen: number, most: number) => string
  readonly throttled: (limit: SilentOf<'throttled'>) => string
  readonly uncounted: Readonly<Record<SilentOf<'uncounted'>['per'], string>>
  readonly nothingToDiscount: (why: string) => string
  readonly nothingToAdd: (why: string) => string
  readonly barred: Readonly<Record<SilentOf<'barred'>['by'], string>>
  readonly notApplied: (why: string, product: string | undefined) => string
  readonly tooMuchWork: (limit: number, steps: number) => string
  readonly overBudget: (silent: SilentOf<'overBudget'>) => string
  readonly nothingToConvert: (why: string, has: string | undefined) => string
  readonly short: (asked: string, available: string) => string
}

/** Why rules were not near to firing, for many at once. */
export interface StandingWords {
  readonly alsoNear: string
  readonly needCard: string
  readonly several: string
  readonly far: string
  readonly kinds: Readonly<Record<ApartKind, string>>
  readonly notLookedAt: string
  readonly notInFile: string
  readonly buyMore: string
  readonly somethingMissing: string
  /** Of a rule that asks for something of the customer, to those who may not see people. */
  readonly ofCustomer: string
  readonly dimensions: Readonly<Record<Dimension, string>>
  readonly notPresented: (what: string) => string
  readonly unseen: (missing: string) => string
  readonly done: string
  readonly refused: (code: number, because: string | undefined) => string
}

/** Of other kinds nothing else was missing: they are found after the conditions. */
type ApartKind = Extract<
  Silent['kind'],
  | 'otherTrigger'
  | 'otherTarget'
  | 'notRunning'
  | 'outsideWindow'
  | 'heldOut'
  | 'otherVariant'
  | 'firedAlready'
  | 'excluded'
  | 'notChosen'
  | 'tooManyChosen'
  | 'tooMuchWork'
>
