import type { Comparison } from '../../brand/rules/conditions.ts'
import type { NamedNoun, Names } from './names.ts'

/** A fact that is one of several texts, in words: `only at Pier 1`. */
export interface Mark {
  /** `at`, `for cards of program`: comes before the names. */
  readonly before: string
  /** `a location`, `the city of the customer`. */
  readonly noun: string
  readonly show: (value: string) => string
}

/** A fact that is true or false, in words. */
export interface Sign {
  /** What it takes: `a coupon of set Welcome`. */
  readonly noun: string
  /** Why a rule that asks for it did not fire, and why one that asks for its absence did not. */
  readonly absent: string
  readonly present: string
}

const named: Readonly<Record<string, readonly [before: string, noun: string, names?: NamedNoun]>> = {
  'location.id': ['at', 'a location', 'location'],
  'location.group': ['at stores of', 'a group of stores', 'group'],
  'location.country': ['at stores in', 'a country'],
  'terminal.id': ['at terminal', 'a terminal'],
  'employee.id': ['with employee', 'an employee'],
  'program.id': ['for cards of program', 'a card', 'program'],
  'card.setId': ['for cards of set', 'a card', 'cardSet'],
  'card.status': ['for cards that are', 'a card'],
  'card.number': ['for card', 'a card'],
  'payments.types': ['when paid by', 'a type of payment'],
  'request.callType': ['for calls of type', 'a type of call'],
  'request.dayOfWeek': ['on', 'a day'],
  'message.channel': ['for messages by', 'a channel'],
  'message.text': ['for the text', 'a text'],
  segment: ['for members of segment', 'a segment', 'segment'],
  tier: ['for tier', 'a tier'],
}

export const weekdayWords: Readonly<Record<string, string>> = {
  mon: 'Mondays',
  tue: 'Tuesdays',
  wed: 'Wednesdays',
  thu: 'Thursdays',
  fri: 'Fridays',
  sat: 'Saturdays',
  sun: 'Sundays',
}

export function markOf({ fact, key, name }: Comparison, names: Names): Mark {
  const known = named[fact]
  if (known) {
    const [before, noun, kind] = known
    const show = (value: string) => (kind ? names.of(kind, value) : (weekdayWords[value] ?? value))
    return { before, noun, show: fact === 'card.number' ? lastDigits : show }
  }
  const noun = fact === 'keyValue' ? `the value ${key}` : fieldNoun(fact, name)
  return { before: `where ${noun} is`, noun, show: String }
}

/** What is printed may be passed on. */
const lastDigits = (number: string) => `…${number.slice(-4)}`

/** `customer.firstName` is `the customer's first name`. */
function fieldNoun(fact: string, name: string | undefined): string {
  if (fact === 'demographic') return `the customer's ${spaced(name ?? 'own field')}`
  const [, field] = /^customer\.(.+)$/.exec(fact) ?? []
  return field === undefined ? spaced(fact.replaceAll('.', ' ')) : `the customer's ${spaced(field)}`
}

const spaced = (name: string) => name.replace(/([a-z])([A-Z])/g, (_, a: string, b: string) => `${a} ${b.toLowerCase()}`)

/** Undefined for facts that are not true or false. */
export function signOf(asked: Comparison, names: Names): Sign | undefined {
  const { fact, set, tag, channel = '', list } = asked
  if (fact === 'coupon' || fact === 'code') {
    const what = fact === 'code' ? 'code' : 'coupon'
    const of = `${set === undefined ? '' : ` of set ${names.of('couponSet', set)}`}${tag === undefined ? '' : ` tagged ${tag}`}`
    return { noun: `a ${what}${of}`, absent: `${what}${of} not presented`, present: `not together with a ${what}${of}` }
  }
  if (fact === 'optIn') {
    const noun = `consent to messages by ${channel}${list === undefined ? '' : ` (${names.of('list', list)})`}`
    return { noun, absent: `needs ${noun}`, present: `only without ${noun}` }
  }
  return signs[fact]
}

const signs: Readonly<Record<string, Sign>> = {
  'checkout.hasCard': { noun: 'a card', absent: 'needs a card', present: 'only without a card' },
  'checkout.isReferred': {
    noun: 'a referring card',
    absent: 'needs a referring card',
    present: 'only without a referring card',
  },
  'card.isEnrolled': {
    noun: 'an enrolled customer',
    absent: 'only for enrolled customers',
    present: 'only for customers who are not enrolled',
  },
  'card.isChild': { noun: 'a child card', absent: 'only with a child card', present: 'only without a child card' },
  'card.hasChildren': {
    noun: 'a card with child cards',
    absent: 'only for cards with child cards',
    present: 'only for cards without child cards',
  },
}
