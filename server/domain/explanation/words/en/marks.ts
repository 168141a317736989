import { codeBlockWords } from '../../../coupon/public-code.ts'
import type { MarkWords } from '../words.ts'

const weekdays: MarkWords['weekdays'] = {
  mon: 'Mondays',
  tue: 'Tuesdays',
  wed: 'Wednesdays',
  thu: 'Thursdays',
  fri: 'Fridays',
  sat: 'Saturdays',
  sun: 'Sundays',
}

const spaced = (name: string) => name.replace(/([a-z])([A-Z])/g, (_, a: string, b: string) => `${a} ${b.toLowerCase()}`)

export const marks: MarkWords = {
  named: {
    'location.id': { before: 'at', noun: 'a location' },
    'location.group': { before: 'at stores of', noun: 'a group of stores' },
    'location.country': { before: 'at stores in', noun: 'a country' },
    'terminal.id': { before: 'at terminal', noun: 'a terminal' },
    'employee.id': { before: 'with employee', noun: 'an employee' },
    'program.id': { before: 'for cards of program', noun: 'a card' },
    'card.setId': { before: 'for cards of set', noun: 'a card' },
    'card.status': { before: 'for cards that are', noun: 'a card' },
    'card.number': { before: 'for card', noun: 'a card' },
    'payments.types': { before: 'when paid by', noun: 'a type of payment' },
    'request.callType': { before: 'for calls of type', noun: 'a type of call' },
    'request.dayOfWeek': { before: 'on', noun: 'a day' },
    'message.channel': { before: 'for messages by', noun: 'a channel' },
    'message.text': { before: 'for the text', noun: 'a text' },
    segment: { before: 'for members of segment', noun: 'a segment' },
    tier: { before: 'for tier', noun: 'a tier' },
  },
  weekdays,
  value: (fact, value) =>
    fact === 'request.dayOfWeek' && Object.hasOwn(weekdays, value) ? weekdays[value as keyof typeof weekdays] : value,
  keyValue: (key) => `the value ${key}`,
  ofSale: (name) => `the sale's ${spaced(name ?? 'attribute')}`,
  ownField: (name) => `the customer's ${spaced(name ?? 'own field')}`,
  customer: {
    firstName: "the customer's first name",
    middleName: "the customer's middle name",
    lastName: "the customer's last name",
    birthday: "the customer's birthday",
    anniversary: "the customer's anniversary",
    gender: "the customer's gender",
    email: "the customer's email",
    phone: "the customer's phone",
    mobilePhone: "the customer's mobile phone",
    address1: "the customer's address1",
    address2: "the customer's address2",
    city: "the customer's city",
    state: "the customer's state",
    postal: "the customer's postal code",
    country: "the customer's country",
    language: "the customer's language",
    latitude: "the customer's latitude",
    longitude: "the customer's longitude",
    isMobile: "the customer's mobile flag",
    mobileCarrier: "the customer's mobile carrier",
    phonePref: "the customer's phone preference",
    mailPref: "the customer's mail preference",
    emailPref: "the customer's e-mail preference",
    profileType: "the customer's profile type",
    flv: "the customer's lifetime value",
    affiliatedLocations: "the customer's affiliated locations",
  },
  is: (noun) => ({ before: `where ${noun} is`, noun }),
  signs: {
    'checkout.hasCard': sign('a card', 'needs a card', 'only without a card'),
    'checkout.isReferred': sign('a referring card', 'needs a referring card', 'only without a referring card'),
    'card.isEnrolled': sign(
      'an enrolled customer',
      'only for enrolled customers',
      'only for customers who are not enrolled',
    ),
    'card.isChild': sign('a child card', 'only with a child card', 'only without a child card'),
    'card.hasChildren': sign(
      'a card with child cards',
      'only for cards with child cards',
      'only for cards without child cards',
    ),
  },
  presented: (what, set, tag) => {
    const of = `${set === undefined ? '' : ` of set ${set}`}${tag === undefined ? '' : ` tagged ${tag}`}`
    return sign(`a ${what}${of}`, `${what}${of} not presented`, `not together with a ${what}${of}`)
  },
  consent: (channel, list) => {
    const noun = `consent to messages by ${channel}${list === undefined ? '' : ` (${list})`}`
    return sign(noun, `needs ${noun}`, `only without ${noun}`)
  },
  blockedCode: (code, by) => `the code ${code} ${codeBlockWords(by)}`,
}

function sign(noun: string, absent: string, present: string) {
  return { noun, without: `not ${noun}`, absent, present }
}
