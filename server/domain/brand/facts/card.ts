import { cardStatuses } from '../../../ground/kernel/card-status.ts'
import { type AskedFact, isKnown, isOne, isOther } from './asked.ts'
import { gap } from './draft.ts'
import type { Fact } from './fact.ts'
import { flag } from './forms.ts'
import { found, fullDaysSince, missing } from './reading.ts'
import type { EnglishSay, FactSpeech, GermanSay } from './say.ts'

type Naming<S> = (values: readonly string[], say: S) => string

/** Cards of a program or set: `with a Harbor Rewards card`. */
const cardsInEnglish = (noun: string, card: Naming<EnglishSay>): FactSpeech<EnglishSay> => ({
  clause: (asked, say, about) =>
    isOne(asked) || isOther(asked)
      ? `${say.who(about)} ${isOther(asked) ? 'does not have' : 'has'} ${card(asked.values, say)}`
      : `the ${noun} of ${say.own(about, 'card')} ${say.is(asked)}`,
  phrase: (asked, say) =>
    isOne(asked) ? { slot: 'card', text: ['with', card(asked.values, say)].join(' ') } : undefined,
})

/** `mit einer Karte von Harbor Rewards`. */
const cardsInGerman = (noun: string, of: Naming<GermanSay>): FactSpeech<GermanSay> => ({
  clause: (asked, say, about) =>
    isOne(asked) || isOther(asked)
      ? `${say.who(about)} ${isOther(asked) ? 'keine' : 'eine'} Karte ${of(asked.values, say)} hat`
      : `${noun} der Karte ${say.is(asked)}`,
  phrase: (asked, say) =>
    isOne(asked) ? { slot: 'card', text: `mit einer Karte ${of(asked.values, say)}` } : undefined,
})

const sinceInEnglish = (event: string): FactSpeech<EnglishSay> => ({
  clause: (asked, say, about) => `${say.own(about, event)} ${say.is(asked)}${isKnown(asked) ? '' : ' days ago'}`,
  each: (per, say) => say.forEach(per, `day since the ${event}`, `days since the ${event}`),
})

const sinceInGerman = (event: string): FactSpeech<GermanSay> => ({
  clause: (asked, say, about) =>
    `${say.own(about, event, 'die')} ${say.is(asked, isKnown(asked) ? {} : { verb: 'Tage her ist' })}`,
  each: (per, say) => say.forEach(per, `Tag seit der ${event}`, `Tage seit der ${event}`),
})

/** `aktiv`, `auf Lager`; Demo is a name. */
const lower = (status: string) => (status === 'Demo' ? status : `${status.slice(0, 1).toLowerCase()}${status.slice(1)}`)

function statusInEnglish(asked: AskedFact, say: EnglishSay, card: string): string {
  const shown = (text: string) => text.toLowerCase()
  return `${card} ${isOne(asked) || isOther(asked) ? '' : 'status '}${say.is(asked, { shown })}`
}

/** Facts about the card. They are missing when the call has no card. */
export const cardFacts = {
  'card.number': {
    type: 'text',
    of: 'card',
    meaning: 'The card number.',
    example: '{ fact: card.number, op: startsWith, value: "6006" }',
    read: ({ call: { card } }) => found(card?.number),
    values: { kind: 'cardNumber' },
    en: { name: 'Card number', clause: (asked, say, about) => `${say.own(about, 'card number')} ${say.is(asked)}` },
    de: {
      name: 'Kartennummer',
      clause: (asked, say, about) => `${say.own(about, 'Kartennummer', 'die')} ${say.is(asked)}`,
    },
  },
  'card.setId': {
    type: 'text',
    of: 'card',
    names: 'cardSet',
    meaning: 'The card set.',
    example: '{ fact: card.setId, op: "=", value: rewards-cards }',
    read: ({ call: { card } }) => found(card?.setId),
    en: {
      name: 'Card set',
      ...cardsInEnglish('set', (values, say) => `a card of ${say.orList(values.map(say.quoted))}`),
    },
    de: {
      name: 'Kartensatz',
      ...cardsInGerman('der Kartensatz', (values, say) => `aus ${say.orList(values.map(say.quoted))}`),
    },
  },
  'card.status': {
    type: 'text',
    of: 'card',
    choices: cardStatuses,
    meaning: 'The status.',
    example: '{ fact: card.status, op: "=", value: Activated }',
    read: (view) => found(view.cardStatus()),
    values: { kind: 'choice', of: 'cardStatus' },
    en: {
      name: 'Card status',
      clause: (asked, say, about) => statusInEnglish(asked, say, say.own(about, 'card')),
    },
    de: {
      name: 'Status der Karte',
      clause: (asked, say, about) =>
        isOne(asked) || isOther(asked)
          ? `${say.own(about, 'Karte', 'die')} ${say.is(asked, { shown: lower })}`
          : `der Status der Karte ${say.is(asked)}`,
    },
  },
  'card.isEnrolled': {
    type: 'flag',
    of: 'card',
    meaning: 'Whether the customer is enrolled.',
    example: '{ fact: card.isEnrolled }',
    cost: 1,
    read: (view) => view.account(({ isEnrolled }) => found(isEnrolled)),
    en: { name: 'Has signed up', ...flag('has signed up', 'has not signed up') },
    de: { name: 'Ist angemeldet', ...flag('angemeldet ist', 'nicht angemeldet ist') },
  },
  'card.isChild': {
    type: 'flag',
    of: 'card',
    meaning: 'Whether the call names a child card.',
    example: '{ fact: card.isChild, op: "=", value: false }',
    read: ({ call: { card, isChild } }) => (card ? found(isChild) : missing),
    en: { name: 'Uses a child card', ...flag('uses a child card', 'does not use a child card') },
    de: { name: 'Benutzt eine Kinderkarte', ...flag('eine Kinderkarte benutzt', 'keine Kinderkarte benutzt') },
  },
  'card.hasChildren': {
    type: 'flag',
    of: 'card',
    meaning: 'Whether the card has child cards.',
    example: '{ fact: card.hasChildren }',
    cost: 1,
    read: (view) => view.account(({ hasChildren }) => found(hasChildren)),
    en: { name: 'Has child cards', ...flag('has child cards', 'has no child cards') },
    de: { name: 'Hat Kinderkarten', ...flag('Kinderkarten hat', 'keine Kinderkarten hat') },
  },
  'card.daysSinceActivation': {
    type: 'number',
    of: 'card',
    meaning: 'Full days since the card became active.',
    example: '{ fact: card.daysSinceActivation, op: "<", value: 30 }',
    read: ({ call: { card, clock } }) => fullDaysSince(card?.activatedAt, clock),
    en: {
      name: 'Days since the card became active',
      measured: 'days since the card was activated',
      unit: 'days since the card was activated',
      ...sinceInEnglish('card activation'),
    },
    de: {
      name: 'Tage, seit die Karte aktiv ist',
      measured: 'Tage seit der Aktivierung der Karte',
      unit: 'Tage seit der Aktivierung der Karte',
      ...sinceInGerman('Aktivierung der Karte'),
    },
  },
  'card.daysSinceEnrollment': {
    type: 'number',
    of: 'card',
    meaning: 'Full days since the customer enrolled.',
    example: '{ fact: card.daysSinceEnrollment, op: ">=", value: 365 }',
    cost: 1,
    read: (view) => view.account(({ enrolledAt }) => fullDaysSince(enrolledAt, view.call.clock)),
    en: {
      name: 'Days since signing up',
      measured: 'days since the customer enrolled',
      unit: 'days since the customer enrolled',
      ...sinceInEnglish('sign-up'),
    },
    de: {
      name: 'Tage seit der Anmeldung',
      measured: 'Tage seit der Anmeldung des Kunden',
      unit: 'Tage seit der Anmeldung des Kunden',
      ...sinceInGerman('Anmeldung'),
    },
  },
  'program.id': {
    type: 'text',
    of: 'card',
    names: 'program',
    meaning: "The card's program.",
    example: '{ fact: program.id, op: "=", value: rewards }',
    read: ({ call: { program } }) => found(program?.id),
    en: {
      name: 'Program',
      ...cardsInEnglish('program', (values, say) => {
        const article = /^[aeiou]/i.test(values[0] ?? gap) ? 'an' : 'a'
        return `${article} ${say.orList(values)} card`
      }),
    },
    de: { name: 'Programm', ...cardsInGerman('das Programm', (values, say) => `von ${say.orList(values)}`) },
  },
} as const satisfies Record<string, Fact>
