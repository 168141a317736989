import type { AskedFact } from '../../brand/facts/asked.ts'
import type { Phrase, ProductWords, Slot, Who } from '../../brand/facts/say.ts'
import type { DiscountKind } from '../../brand/shapes/discount-kind.ts'
import type { Choices } from '../choices.ts'

/** All that a language says by itself; how sentences are put together stands once, beside this file. */
export interface Phrases {
  readonly lists: Lists
  readonly choices: Choices
  readonly comparisons: ComparisonPhrases
  readonly counts: CountPhrases
  readonly balances: BalancePhrases
  readonly amounts: AmountPhrases
  readonly products: ProductPhrases
  readonly discounts: DiscountPhrases
  readonly results: ResultPhrases
  readonly limits: LimitPhrases
  readonly times: TimePhrases
  readonly dates: DatePhrases
  readonly recurrence: RecurrencePhrases
  readonly happenings: HappeningPhrases
  readonly rules: RulePhrases
  readonly clauses: ClausePhrases
}

export interface Lists {
  readonly andList: (items: readonly string[]) => string
  readonly orList: (items: readonly string[]) => string
  readonly quoted: (text: string) => string
  /** A name or text between quotation marks; a gap needs none. */
  readonly quotedIn: (value: unknown) => string
}

type Bound = '=' | '!=' | '<' | '<=' | '>' | '>='

type DayBound = '<' | '<=' | '>' | '>='

export interface ComparisonPhrases {
  /** `at least 5`: stands where a number could. */
  readonly quantities: Readonly<Record<Bound, (value: string, kind: AskedFact['kind']) => string>>
  /** Between two numbers. */
  readonly to: string
  readonly verb: string
  /** What is said of a subject: English has the verb before it, German at the end. */
  readonly predicate: (verb: string, what: string) => string
  readonly not: (value: string) => string
  readonly neither: (values: readonly string[]) => string
  readonly contains: (text: string) => string
  readonly startsWith: (text: string) => string
  readonly endsWith: (text: string) => string
  readonly exists: string
  readonly missing: string
  readonly unfinished: (verb: string) => string
  readonly days: Readonly<Record<DayBound, (day: string) => string>>
  readonly daysBetween: (first: string, last: string) => string
  /** A day as what something is: `der 24. Dezember 2026`. */
  readonly day: (day: string) => string
}

export interface CountPhrases {
  /** `once`, `twice`, in the order of what they count; others are said with a number. */
  readonly times: readonly string[]
  readonly manyTimes: (count: string) => string
  /** ` this month`. */
  readonly calendar: Choices['calendar']
  readonly lastHours: string
  readonly lastDays: (days: string) => string
  readonly unknownTime: string
  readonly each: (one: string) => string
  readonly every: (many: string) => string
  readonly perUnit: (currency: string) => string
  readonly currencies: Readonly<Record<string, string>>
}

export interface BalancePhrases {
  readonly points: readonly [one: string, many: string]
  readonly punches: (subtrack: string | undefined, isOne: boolean) => string
  /** Money on a card. */
  readonly credit: (money: string) => string
}

export interface AmountPhrases {
  /** For every so much of a fact that is not known yet. */
  readonly forEvery: string
  /** `5 % of the amount spent`, from what a fact says where it is counted: `per dollar spent`. */
  readonly share: (percent: string, each: string) => string
  readonly fractions: string
  readonly least: (terms: readonly string[]) => string
  readonly greatest: (terms: readonly string[]) => string
  readonly atLeast: (amount: string) => string
  readonly atMostAtATime: (amount: string) => string
  readonly roundedUp: string
  readonly roundedToNearest: string
}

export interface ProductPhrases<W extends ProductWords = ProductWords> {
  /** Products by their names; the rest follows each of its phrases. */
  readonly named: (names: readonly string[], rest: string) => W
  /** Whatever else a filter selects; or anything at all. */
  readonly items: (rest: string, isAny: boolean) => W
  /** Categories that can be said without `something from`, such as drinks. */
  readonly plural: (categories: readonly string[], rest: string) => W | undefined
  /** ` from “bakery”`; several keys must all match. */
  readonly from: (places: readonly string[]) => string
  /** ` (only from “bakery”)`, after products that are named. */
  readonly within: (from: string) => string
  readonly priceBetween: (from: string, to: string) => string
  readonly priceFrom: (from: string) => string
  readonly priceTo: (to: string) => string
  readonly category: (name: string) => string
  readonly except: (what: string) => string
  readonly attributes: AttributePhrases
}

/** What products are besides their categories, after what they are called. */
interface AttributePhrases {
  /** ` with brand “Acme” or “Bolt”`. */
  readonly is: (name: string, values: string) => string
  readonly from: (name: string, from: string) => string
  readonly to: (name: string, to: string) => string
  readonly between: (name: string, from: string, to: string) => string
  readonly marked: (name: string, isMarked: boolean) => string
  /** Those that are excepted for it: `items with brand “Acme”`. */
  readonly those: (detail: string) => string
}

export interface DiscountPhrases {
  readonly freeShipping: string
  readonly freePurchase: string
  /** `10 % off`. */
  readonly off: (amount: string) => string
  readonly shipping: string
  readonly offProducts: (off: string, products: string) => string
  readonly free: (products: string) => string
  readonly forPrice: (products: string, price: string) => string
  readonly forPriceEach: (products: string, price: string) => string
  /** What must be bought, before what it gives. */
  readonly buy: (products: string) => string
  readonly get: (benefit: string) => string
  readonly picked: (pick: 'cheapest' | 'dearest', isOne: boolean) => string
  readonly asOftenAsItFits: string
  readonly repeated: (count: string, times: string) => string
  readonly atMost: (amount: string) => string
  readonly onOriginalPrice: string
  readonly twoForOne: (products: string) => string
  readonly together: (products: string) => string
  readonly usedOnce: string
  readonly usedUpTo: (count: string, times: string) => string
}

export interface ResultPhrases {
  /** ` for the main card`. */
  readonly receivers: Omit<Choices['receiver'], 'card'>
  readonly asCredit: string
  readonly channels: Choices['channel']
  readonly unknownChannel: string
  readonly onReceipt: string
  readonly hours: readonly [one: string, many: string]
  readonly days: readonly [one: string, many: string]
  readonly later: (time: string) => string
  readonly toReferrer: string
  readonly toSubscribers: (list: string) => string
  readonly atMostAtATime: (amount: string) => string
  readonly become: (from: string, to: string) => string
  readonly usableAfter: (days: string, isOne: boolean) => string
  readonly asRefund: string
  readonly taken: (amount: string, isOne: boolean) => string
  readonly coupon: (set: string) => string
  readonly notTransferable: string
  readonly recorded: (event: string, isForReferrer: boolean) => string
  readonly joins: (program: string) => string
  readonly cleared: (field: string) => string
  readonly set: (field: string, value: string) => string
  readonly from: (day: string) => string
  readonly offer: (what: string) => string
  /** `a product` of a purchase that gets it, or one of several that is chosen; `regular` is what a unit costs otherwise. */
  readonly addedProduct: (benefit: string, isChosen: boolean, regular: string | undefined) => string
  readonly refused: (message: string) => string
}

export interface LimitPhrases {
  /** ` a day`. */
  readonly periods: Omit<Choices['every'], 'ever'>
  readonly unknownPeriod: string
  /** ` in 30 days`; once in them may be said otherwise. */
  readonly inDays: (days: string, isOneDay: boolean, isOnce: boolean) => string
  readonly inAll: string
  readonly atMost: (what: string) => string
  readonly discounts: (money: string) => string
  readonly heldOut: (percent: string) => string
  readonly split: (variants: string, areSomeHeldOut: boolean) => string
}

export interface TimePhrases {
  readonly noDay: string
  readonly anyDay: string
  readonly weekend: string
  readonly dayToDay: (first: string, last: string) => string
  readonly onDays: (names: readonly string[]) => string
  /** `9 am`, `7:30 pm`, `midnight`: as it stands in the phrases below. */
  readonly clock: (hour: number, minutes: string) => string
  readonly at: (time: string) => string
  readonly window: (from: string, to: string) => string
  readonly byPlaceClock: string
  readonly byHomeClock: string
  readonly from: (time: string) => string
  readonly before: (time: string) => string
  readonly between: (from: string, to: string) => string
  readonly notBetween: (from: string, to: string) => string
  readonly inHours: (times: string) => string
  readonly notInHours: (times: string) => string
}

type Lasting = 'days' | 'months' | 'years'

export interface DatePhrases {
  readonly on: (day: string) => string
  readonly from: (day: string) => string
  readonly until: (day: string) => string
  readonly fromTo: (first: string, last: string) => string
  readonly validUntil: (day: string) => string
  readonly validFor: (time: string) => string
  /** The end of this one and of the next, and what several are called. */
  readonly endings: Readonly<Record<keyof Choices['endOf'], readonly [now: string, next: string, many: string]>>
  readonly later: (end: string, time: string) => string
  readonly lasting: Readonly<Record<Lasting, readonly [one: string, many: string]>>
}

export type Frequency = 'DAILY' | 'WEEKLY' | 'MONTHLY' | 'YEARLY'

/** How often: every month, every 3 months. */
export interface Rhythm {
  readonly unit: Frequency | undefined
  readonly interval: number
}

export interface RecurrencePhrases {
  readonly on: (day: string) => string
  readonly every: (rhythm: Rhythm) => string
  /** On days of months, every year. */
  readonly yearly: (dates: string, months: string, areFromEnd: boolean) => string
  /** `on the last weekday of every month`. */
  readonly onPlaces: (places: string, days: string, rhythm: Rhythm) => string
  readonly onDates: (dates: string, rhythm: Rhythm) => string
  /** Days of the week that are days of the month as well. */
  readonly onBoth: (days: readonly string[], dates: string) => string
  /** `on the first Monday of every month`. */
  readonly onNumberedDays: (days: string, rhythm: Rhythm) => string
  readonly onDays: (days: string, rhythm: Rhythm) => string
  /** `first`; `-1` is the last, `-2` the second to last. */
  readonly place: (number: number) => string
  readonly date: (day: number) => string
  readonly aDay: string
  readonly aWeekday: string
  readonly inMonths: (months: string) => string
  readonly from: (day: string) => string
  readonly until: (day: string) => string
  readonly once: string
  readonly times: (count: string) => string
}

/** On the day itself, and as it stands after `before` and `after`. */
export type DayPhrases = readonly [on: string, from: string]

export interface HappeningPhrases {
  readonly dates: Readonly<Record<Exclude<keyof Choices['dateOf'], 'demographic'>, DayPhrases>>
  readonly unknownDate: DayPhrases
  readonly ownDate: (field: string) => DayPhrases
  readonly days: readonly [one: string, many: string]
  readonly before: (days: string, day: string) => string
  readonly after: (days: string, day: string) => string
  readonly beforeOrAfter: (day: string) => string
  readonly joins: (segment: string) => string
  readonly leaves: (segment: string) => string
  readonly reaches: (level: string | undefined) => string
  readonly loses: (level: string | undefined) => string
  readonly keeps: (level: string | undefined) => string
  readonly writes: (event: string | undefined) => string
  readonly isReferred: string
  readonly isChosen: string
  readonly isSocial: string
  readonly isTriggered: string
  readonly happens: (event: string | undefined) => string
  readonly unknown: string
}

/** What the first half of a sentence about a purchase is made of. */
export interface PurchaseParts {
  readonly member: string | undefined
  readonly cards: readonly string[]
  readonly what: string | undefined
  readonly spend: Phrase | undefined
  readonly which: Phrase | undefined
  readonly extras: readonly string[]
  readonly places: readonly string[]
  readonly times: string
}

export interface RulePhrases {
  /** Its words stand in another order in each language. */
  readonly purchase: (parts: PurchaseParts) => string
  readonly otherHead: (happening: string, circumstances: string) => string
  /** How a text ends that needs no full stop after it. */
  readonly ended: RegExp
  /** The amount as a condition of its own, from the phrase that says it elsewhere. */
  readonly spends: (spend: string) => string
  readonly chooses: (option: string) => string
  readonly if: (clauses: string) => string
  readonly unless: (clauses: string) => string
  readonly onlyIf: (clauses: string) => string
  readonly always: string
  readonly untilUsedUp: (budget: string) => string
  readonly onlyVariant: (variant: string) => string
  readonly childCardsOnly: string
  /** Who is left, because a limit counts by their card. */
  readonly becauseOfLimit: { readonly card: string; readonly child: string }
  readonly childCardsToo: string
  readonly oneOfGroup: (group: string) => string
  readonly notTogether: (others: string) => string
  readonly moreOthers: (count: number) => string
  readonly competes: (group: string) => string
  readonly otherDiscounts: string
  readonly discounts: Readonly<Record<DiscountKind, string>>
  readonly atMostOfGroup: (count: string, group: string) => string
}

export interface ClausePhrases {
  /** `the customer` of a rule, `who` of a segment. */
  readonly who: Readonly<Record<Who, string>>
  /** Its clauses and those of atLeastOf are about the customer, even in a segment: a list of `who …` could not be read. */
  readonly noneOf: (clauses: readonly string[], who: Who) => string
  readonly atLeastOf: (count: string, clauses: readonly string[], who: Who) => string
  /** A fact that does not exist. */
  readonly unknownFact: (name: string) => string
  readonly everyone: string
  readonly segment: (clauses: readonly string[]) => string
  /** `…, and 2 more rules`. */
  readonly moreRules: (count: number) => string
  /** Which phrases fit into a sentence about something other than a purchase; other conditions become clauses. */
  readonly otherSlots: ReadonlySet<Slot>
}
