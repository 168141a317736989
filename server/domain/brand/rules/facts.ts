import { callTypes } from '../../../ground/kernel/call-type.ts'
import { cardStatuses } from '../../../ground/kernel/card-status.ts'
import type { Noun } from '../faults/noun.ts'
import { customerFields } from './customer-fields.ts'

/**
 * What a condition can ask for and an amount can count. One table: the reader of brand files checks
 * against it, the campaign engine answers from it, and the portal's forms and the reference are made of it.
 */
export interface Fact {
  readonly type: FactType
  /** The fact has several values: `=` and `in` mean any of them, `!=` and `notIn` none. */
  readonly list?: true
  /** A fact of the call exists only during a call, so segments cannot ask for it. */
  readonly of: 'call' | 'card'
  readonly takes?: readonly ArgumentName[]
  readonly requires?: readonly ArgumentName[]
  /** The values it can have, if they are few. */
  readonly choices?: readonly string[]
  readonly range?: readonly [number, number]
  /** Its values are ids of objects of the file. */
  readonly names?: Noun
  /** An amount in the currency of the location, so what it is compared with may be given by currency. */
  readonly isLocal?: true
  readonly meaning: string
}

export type FactType = 'number' | 'amount' | 'flag' | 'text' | 'date'

export type ArgumentName =
  | 'where'
  | 'type'
  | 'set'
  | 'tag'
  | 'key'
  | 'balanceType'
  | 'balanceCode'
  | 'subtrack'
  | 'within'
  | 'including'
  | 'name'
  | 'channel'
  | 'list'
  | 'categoryId'
  | 'eventType'
  | 'rule'
  | 'program'

export const weekdays = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'] as const

const history = ['within', 'where', 'including'] as const
const purse = ['balanceCode', 'subtrack'] as const

const table = {
  'checkout.total': { type: 'amount', isLocal: true, of: 'call', meaning: 'The total before all discounts.' },
  'checkout.netTotal': { type: 'amount', isLocal: true, of: 'call', meaning: 'The total less all discounts so far.' },
  'checkout.shipping': {
    type: 'amount',
    isLocal: true,
    of: 'call',
    meaning: 'What shipping costs, less discounts so far.',
  },
  'checkout.tip': { type: 'amount', isLocal: true, of: 'call', meaning: 'The tip.' },
  'checkout.units': { type: 'number', of: 'call', meaning: 'How many units are bought.' },
  'checkout.lines': { type: 'number', of: 'call', meaning: 'How many lines the checkout has.' },
  'checkout.orderMode': { type: 'number', of: 'call', meaning: 'How the order was placed, as the caller says it.' },
  'checkout.hasCard': { type: 'flag', of: 'call', meaning: 'Whether a card was given.' },
  'checkout.isReferred': { type: 'flag', of: 'call', meaning: 'Whether a referring card was given.' },

  'products.quantity': { type: 'number', of: 'call', takes: ['where'], meaning: 'Units of the matching products.' },
  'products.total': {
    type: 'amount',
    isLocal: true,
    of: 'call',
    takes: ['where'],
    meaning: 'What they cost after discounts so far.',
  },
  'products.lines': { type: 'number', of: 'call', takes: ['where'], meaning: 'How many lines match.' },

  'payments.total': {
    type: 'amount',
    isLocal: true,
    of: 'call',
    takes: ['type'],
    meaning: 'What is paid, in total or by one type.',
  },
  'payments.types': { type: 'text', list: true, of: 'call', meaning: 'The types of the payments.' },
  coupon: { type: 'flag', of: 'call', takes: ['set', 'tag'], meaning: 'A valid coupon was presented.' },
  code: { type: 'flag', of: 'call', takes: ['set'], meaning: 'A public code was presented and may be used.' },
  keyValue: { type: 'text', list: true, of: 'call', requires: ['key'], meaning: "The caller's own values of a key." },
  'keyValue.number': { type: 'number', of: 'call', requires: ['key'], meaning: 'The first of them, as a number.' },

  'card.number': { type: 'text', of: 'card', meaning: 'The card number.' },
  'card.setId': { type: 'text', of: 'card', names: 'cardSet', meaning: 'The card set.' },
  'card.status': { type: 'text', of: 'card', choices: cardStatuses, meaning: 'The status.' },
  'card.isEnrolled': { type: 'flag', of: 'card', meaning: 'Whether the customer is enrolled.' },
  'card.isChild': { type: 'flag', of: 'card', meaning: 'Whether the call names a child card.' },
  'card.hasChildren': { type: 'flag', of: 'card', meaning: 'Whether the card has child cards.' },
  'card.daysSinceActivation': { type: 'number', of: 'card', meaning: 'Full days since the card became active.' },
  'card.daysSinceEnrollment': { type: 'number', of: 'card', meaning: 'Full days since the customer enrolled.' },

  'program.id': { type: 'text', of: 'card', names: 'program', meaning: "The card's program." },
  'location.id': { type: 'text', of: 'call', names: 'location', meaning: 'Where the call comes from.' },
  'location.group': { type: 'text', of: 'call', names: 'group', meaning: 'The group of that location.' },
  'location.country': { type: 'text', of: 'call', meaning: 'The country of that location.' },
  'terminal.id': { type: 'text', of: 'call', meaning: 'The terminal.' },
  'employee.id': { type: 'text', of: 'call', meaning: 'The employee.' },

  balance: { type: 'amount', of: 'card', requires: ['balanceType'], takes: purse, meaning: 'Available now.' },
  'balance.held': { type: 'amount', of: 'card', requires: ['balanceType'], takes: purse, meaning: 'Reserved.' },
  'balance.expiring': {
    type: 'amount',
    of: 'card',
    requires: ['balanceType', 'within'],
    takes: purse,
    meaning: 'Available now, and expiring within so many days.',
  },

  ...customerFacts(),
  'customer.age': { type: 'number', of: 'card', meaning: 'Full years since the birthday.' },
  'customer.birthdayInDays': { type: 'number', of: 'card', meaning: 'Days to the next birthday; 0 is today.' },
  /** The actual type is that of the field. */
  demographic: { type: 'text', of: 'card', requires: ['name'], meaning: 'A demographic field of the brand.' },
  optIn: { type: 'flag', of: 'card', requires: ['channel'], takes: ['list'], meaning: 'Whether messages are wanted.' },

  'history.checkouts': { type: 'number', of: 'card', takes: history, meaning: 'Completed checkouts before this one.' },
  'history.spend': { type: 'amount', of: 'card', takes: history, meaning: 'Their net totals less returns.' },
  'history.quantity': { type: 'number', of: 'card', takes: history, meaning: 'The units bought.' },
  'history.daysSinceLast': { type: 'number', of: 'card', takes: history, meaning: 'Days since the last one.' },
  'history.distinctLocations': { type: 'number', of: 'card', takes: history, meaning: 'At how many locations.' },
  'event.count': {
    type: 'number',
    of: 'card',
    takes: ['categoryId', 'eventType', 'within'],
    meaning: 'How many events the card has.',
  },
  'event.daysSinceLast': {
    type: 'number',
    of: 'card',
    takes: ['categoryId', 'eventType', 'within'],
    meaning: 'Days since the last event.',
  },
  segment: { type: 'text', list: true, of: 'card', names: 'segment', meaning: 'The segments the card is in.' },
  'score.total': { type: 'number', of: 'card', meaning: 'The score, 0 to 100.' },
  'score.recency': { type: 'number', of: 'card', meaning: '1 to 5.' },
  'score.frequency': { type: 'number', of: 'card', meaning: '1 to 5.' },
  'score.monetary': { type: 'number', of: 'card', meaning: '1 to 5.' },

  tier: { type: 'text', of: 'card', takes: ['program'], names: 'tierLevel', meaning: "The id of the card's level." },
  'tier.rank': { type: 'number', of: 'card', takes: ['program'], meaning: '0 without a level, 1 for the lowest.' },
  'tier.missing': { type: 'amount', of: 'card', takes: ['program'], meaning: 'What is missing to the next level.' },

  'request.callType': { type: 'text', of: 'call', choices: callTypes, meaning: 'The kind of call.' },
  'request.dayOfWeek': { type: 'text', of: 'call', choices: weekdays, meaning: "The day, in the brand's time zone." },
  'request.hour': { type: 'number', of: 'call', range: [0, 23], meaning: "The hour, in the brand's time zone." },
  'request.date': { type: 'date', of: 'call', meaning: "The date, in the brand's time zone." },
  'request.dayOfMonth': { type: 'number', of: 'call', range: [1, 31], meaning: "In the brand's time zone." },
  'message.text': { type: 'text', of: 'call', meaning: 'What the customer wrote (trigger message).' },
  'message.channel': { type: 'text', of: 'call', meaning: 'Where it came from (trigger message).' },
  'referral.checkouts': { type: 'number', of: 'call', meaning: "The referred customers' checkouts (trigger refer)." },
  'referral.total': { type: 'amount', isLocal: true, of: 'call', meaning: 'What they spent (trigger refer).' },
  counter: { type: 'number', of: 'card', requires: ['rule'], takes: ['within'], meaning: 'How often a rule fired.' },
  random: { type: 'number', of: 'card', range: [0, 99], meaning: 'Fixed for brand, campaign and card.' },
} as const satisfies Record<string, Fact>

export type FactName = keyof typeof table

export const facts: Readonly<Record<string, Fact>> = table

function customerFacts() {
  const entries = Object.entries(customerFields).map(([name, field]): [string, Fact] => [
    `customer.${name}`,
    { ...field, of: 'card', meaning: 'As the customer record has it.' },
  ])
  return Object.fromEntries(entries) as Record<`customer.${keyof typeof customerFields}`, Fact>
}

/** Every argument a fact takes, and whether it must be given. */
export function argumentsOf(fact: Fact): readonly { name: ArgumentName; needed: boolean }[] {
  return [
    ...(fact.requires ?? []).map((name) => ({ name, needed: true })),
    ...(fact.takes ?? []).map((name) => ({ name, needed: false })),
  ]
}
