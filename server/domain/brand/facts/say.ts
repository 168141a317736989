import type { AskedFact } from './asked.ts'
import type { Raw } from './draft.ts'
import type { SentenceNoun, SentenceSource } from './telling.ts'

/** Whom a clause is about: the customer of a rule, or everybody of a segment. */
export type Who = 'customer' | 'everybody'

/** Where a short phrase belongs in the first half of a rule's sentence. */
export type Slot = 'member' | 'card' | 'what' | 'spend' | 'which' | 'place' | 'with' | 'time' | 'event'

export interface Phrase {
  readonly slot: Slot
  readonly text: string
  /** For slots that are said differently beside a person who buys and beside a purchase. */
  readonly short?: string
}

/** How one fact is said in one language. */
export interface FactSpeech<S> {
  /** A whole clause, such as `the total is at least $10`. German ones end with their verb. */
  readonly clause: (asked: AskedFact, say: S, about: Who) => string
  /** A phrase that says it more briefly, if there is one. */
  readonly phrase?: (asked: AskedFact, say: S) => Phrase | undefined
  /** What an amount gives something for: `per dollar`, `for every 10 points on the card`. Facts that can be counted have it. */
  readonly each?: (per: unknown, say: S, counted: Raw) => string
}

export interface FactWords<S> extends FactSpeech<S> {
  /** What a form calls it. */
  readonly name: string
  /** What explanations call a number or an amount, unless they call it by what the condition asks of it besides. */
  readonly measured?: string
  /** What explanations count it in: `3 more days since the last visit`. */
  readonly unit?: string
}

/** Numbers, amounts, days and names as a language writes them. */
export interface Teller extends SentenceSource {
  readonly number: (value: unknown) => string
  /** An amount in the currency of the location, or of the brand; `{ USD: 5, EUR: 4.5 }` is told as alternatives. */
  readonly money: (value: unknown) => string
  /** `2026-12-24` or `2026-12-24 10:00:00`, in the brand's time zone as the file has it. */
  readonly day: (value: unknown) => string
  readonly called: (noun: SentenceNoun, id: unknown) => string
  readonly country: (code: unknown) => string
}

interface Manner {
  readonly verb?: string
  readonly shown?: (value: string) => string
}

/** What every language has to say of any fact. Whatever a language lacks does not compile. */
export interface FactSay extends Teller {
  readonly andList: (items: readonly string[]) => string
  readonly orList: (items: readonly string[]) => string
  readonly quoted: (text: string) => string
  /** A name or text between quotation marks; a gap needs none. */
  readonly quotedIn: (value: unknown) => string
  /** `at least 5`, `mindestens 5`: stands where a number could. */
  readonly quantity: (asked: AskedFact) => string
  /** What is said of the subject of a clause: `is at least $10`, `mit „AB“ beginnt`. */
  readonly is: (asked: AskedFact, manner?: Manner) => string
  /** The same of days. */
  readonly isDay: (asked: AskedFact) => string
  /** The same of amounts: `is at least $10`, `mindestens 10 $ beträgt`. */
  readonly amountsTo: (asked: AskedFact) => string
  /** `it is known whether …`, `bekannt ist, ob …`. */
  readonly isKnown: (asked: AskedFact, question: string) => string
  /** `the customer` of a rule, `who` of a segment. */
  readonly who: (about: Who) => string
  /** `the customer's city`, `whose city`; German nouns have an article. */
  readonly own: (about: Who, noun: string, article?: string) => string
  /** ` in the last 30 days`, ` this month`, or nothing. */
  readonly within: (within: unknown) => string
  /** `for each item`, `for every 3 items`. */
  readonly forEach: (per: unknown, one: string, many: string) => string
  /** `per dollar`, `for every $10`, with what the money is spent on. */
  readonly perMoney: (per: unknown, on: string) => string
  /** What a balance is counted in: `points`, `Espresso punches`. */
  readonly unit: (valueType: Raw, isOne: boolean) => string
  readonly products: (where: unknown) => ProductWords
  /** `on Tuesdays`, `from Monday to Friday`. */
  readonly weekdays: (days: readonly unknown[]) => string
  /** `from 7 am`; undefined where it cannot be said so. */
  readonly hours: (op: string | undefined, given: readonly unknown[]) => string | undefined
}

export interface EnglishSay extends FactSay {
  /** `first`, `11th`. */
  readonly ordinal: (number: number) => string
  /** `1st`, `22nd`. */
  readonly shortOrdinal: (number: number) => string
  /** `1 day`, `3 days`. */
  readonly counted: (count: unknown, one: string, many: string) => string
}

export interface GermanSay extends FactSay {
  /** `ersten`, `11.` */
  readonly inflected: (number: number) => string
  /** `einmal`, `10-mal`. */
  readonly times: (count: unknown) => string
  readonly products: (where: unknown) => GermanProductWords
}

/** Products as they fit into sentences. */
export interface ProductWords {
  /** `buys drinks`, `buys something from “bakery”`. */
  readonly some: string
  /** `10 % off drinks`, `10 % off everything from “bakery”`. */
  readonly all: string
  /** `for each Espresso`, `for each item from “bakery”`. */
  readonly each: string
  readonly count: (count: string) => string
  /** Whether they are a single product, so that all of it costs the same. */
  readonly isSingle: boolean
}

export interface GermanProductWords extends ProductWords {
  /** `für Espresso`, `für Artikel aus „Getränke“`. */
  readonly things: string
  /** `Einkauf von Espresso`, `Einkauf von Artikeln aus „Getränke“`. */
  readonly dative: string
  /** `die Anzahl von Espresso`, `die Anzahl der Artikel aus „Getränke“`. */
  readonly genitive: string
}
