import { type AskedFact, soleNumber } from '../asked.ts'
import { gap, numberIn, textIn } from '../draft.ts'
import type { FactSpeech, Speech } from '../speech.ts'
import { spoken } from '../teller.ts'
import { forEach, inflected, isDayWords, isWords, orList, own, quoted, who } from './phrasing.ts'

const isOne = ({ op }: AskedFact) => op === '=' || op === 'in'
const isOther = ({ op }: AskedFact) => op === '!=' || op === 'notIn'
const isKnown = ({ op }: AskedFact) => op === 'exists' || op === 'missing'

/** `der Ort des Kunden Hamburg ist`. */
const field = (article: string, noun: string): FactSpeech => ({
  clause: (asked, about) => `${own(about, article, noun)} ${isWords(asked)}`,
})

const dayField = (article: string, noun: string): FactSpeech => ({
  clause: (asked, about) => `${own(about, article, noun)} ${isDayWords(asked)}`,
})

const number = (article: string, noun: string, one: string, many: string): FactSpeech => ({
  clause: (asked, about) => `${own(about, article, noun)} ${isWords(asked, { verb: 'beträgt' })}`,
  each: (per, _counted, t) => forEach(per, one, many, t),
})

/** A figure whose name says already that it is the customer's. */
const figure = (article: string, noun: string, one: string, many: string): FactSpeech => ({
  ...number(article, noun, one, many),
  clause: (asked, about) =>
    `${about === 'customer' ? `${article} ${noun}` : `wessen ${noun}`} ${isWords(asked, { verb: 'beträgt' })}`,
})

/** A flag of the customer, as the rest of the clause. */
const flag = (yes: string, no: string): FactSpeech => ({
  clause: ({ isWanted }, about) => `${who(about)} ${isWanted ? yes : no}`,
})

/** A preference or a yes-or-no that is kept as a letter. */
const letter = (wanted: string, yes: string, no: string): FactSpeech => ({
  clause: (asked, about) => {
    if (!isOne(asked) && !isOther(asked)) return `${isWords(asked)}, ob ${who(about)} ${yes}`
    const isYes = asked.given.length === 1 && (asked.given[0] === wanted) === isOne(asked)
    return `${who(about)} ${isYes ? yes : no}`
  },
})

/** Cards of a program or set: `mit einer Karte von Harbor Rewards`. */
const cards = (noun: string, of: (values: readonly string[]) => string): FactSpeech => ({
  clause: (asked, about) =>
    isOne(asked) || isOther(asked)
      ? `${who(about)} ${isOther(asked) ? 'keine' : 'eine'} Karte ${of(asked.values)} hat`
      : `${noun} der Karte ${isWords(asked)}`,
  phrase: (asked) => (isOne(asked) ? { slot: 'card', text: `mit einer Karte ${of(asked.values)}` } : undefined),
})

const ownField = ({ arguments: { name }, t }: AskedFact) => {
  const id = textIn(name)
  return id === undefined ? gap : quoted(t.nameOf('demographicField', id) ?? spoken(id))
}

const channels: Readonly<Record<string, string>> = { email: 'E-Mails', sms: 'SMS', push: 'Push-Nachrichten' }

function messagesWords({ arguments: { channel, list }, t }: AskedFact): string {
  const name = textIn(channel)
  const messages = name === undefined ? gap : (channels[name] ?? `Nachrichten per ${quoted(name)}`)
  return list === undefined ? messages : `${messages} des Verteilers ${quoted(t.called('list', list))}`
}

/** `Gold-Mitglied`, `Silber- oder Gold-Mitglied`, `Mitglied der Stufe Super Gold`. */
function memberWords({ values, arguments: { program }, t }: AskedFact): string {
  const of = program === undefined ? '' : ` von ${t.called('program', program)}`
  if (values.some((level) => /\s/.test(level))) return `Mitglied der Stufe ${orList(values)}${of}`
  const levels = [...values.slice(0, -1).map((level) => `${level}-`), `${values.at(-1) ?? gap}-Mitglied`]
  return `${orList(levels)}${of}`
}

function birthdayWords(asked: AskedFact): string | undefined {
  const value = soleNumber(asked)
  if (asked.op === '=' && value === 0) return 'am Geburtstag'
  if ((asked.op === '<=' || asked.op === '<') && value !== undefined) {
    const days = asked.op === '<' ? value - 1 : value
    return days === 1 ? 'am Tag vor dem Geburtstag' : `in den ${asked.t.number(days)} Tagen vor dem Geburtstag`
  }
  return undefined
}

const since = (article: string, event: string): FactSpeech => ({
  clause: (asked, about) =>
    isKnown(asked)
      ? `${own(about, article, event)} ${isWords(asked)}`
      : `${own(about, article, event)} ${isWords(asked, { verb: 'Tage her ist' })}`,
  each: (per, _counted, t) => forEach(per, `Tag seit der ${event}`, `Tage seit der ${event}`, t),
})

/** `aktiv`, `auf Lager`; Demo is a name. */
const lower = (status: string) => (status === 'Demo' ? status : `${status.slice(0, 1).toLowerCase()}${status.slice(1)}`)

export const factsOfCustomers = {
  'card.number': { clause: (asked, about) => `${own(about, 'die', 'Kartennummer')} ${isWords(asked)}` },
  'card.setId': cards('der Kartensatz', (values) => `aus ${orList(values.map(quoted))}`),
  'card.status': {
    clause: (asked, about) =>
      isOne(asked) || isOther(asked)
        ? `${own(about, 'die', 'Karte')} ${isWords(asked, { shown: lower })}`
        : `der Status der Karte ${isWords(asked)}`,
  },
  'card.isEnrolled': flag('angemeldet ist', 'nicht angemeldet ist'),
  'card.isChild': flag('eine Kinderkarte benutzt', 'keine Kinderkarte benutzt'),
  'card.hasChildren': flag('Kinderkarten hat', 'keine Kinderkarten hat'),
  'card.daysSinceActivation': since('die', 'Aktivierung der Karte'),
  'card.daysSinceEnrollment': since('die', 'Anmeldung'),
  'program.id': cards('das Programm', (values) => `von ${orList(values)}`),

  'customer.firstName': field('der', 'Vorname'),
  'customer.middleName': field('der', 'zweite Vorname'),
  'customer.lastName': field('der', 'Nachname'),
  'customer.birthday': dayField('das', 'Geburtsdatum'),
  'customer.anniversary': dayField('der', 'Jahrestag'),
  'customer.gender': field('das', 'Geschlecht'),
  'customer.email': field('die', 'E-Mail-Adresse'),
  'customer.phone': field('die', 'Telefonnummer'),
  'customer.mobilePhone': field('die', 'Handynummer'),
  'customer.address1': field('die', 'Adresse'),
  'customer.address2': field('der', 'Adresszusatz'),
  'customer.city': field('der', 'Wohnort'),
  'customer.state': field('das', 'Bundesland'),
  'customer.postal': field('die', 'Postleitzahl'),
  'customer.country': field('das', 'Land'),
  'customer.latitude': number('der', 'Breitengrad', 'Breitengrad', 'Breitengrade'),
  'customer.longitude': number('der', 'Längengrad', 'Längengrad', 'Längengrade'),
  'customer.isMobile': letter('Y', 'ein Handy hat', 'kein Handy hat'),
  'customer.mobileCarrier': field('der', 'Mobilfunkanbieter'),
  'customer.phonePref': letter('I', 'Anrufe möchte', 'keine Anrufe möchte'),
  'customer.mailPref': letter('I', 'Briefe möchte', 'keine Briefe möchte'),
  'customer.emailPref': letter('I', 'E-Mails möchte', 'keine E-Mails möchte'),
  'customer.profileType': field('die', 'Art des Profils'),
  'customer.flv': figure('der', 'Kundenwert', 'Einheit des Kundenwerts', 'Einheiten des Kundenwerts'),
  'customer.affiliatedLocations': {
    clause: (asked, about) => {
      if (isKnown(asked)) return `${who(about)} zu ${asked.op === 'exists' ? 'einem' : 'keinem'} Standort gehört`
      return `${who(about)} ${isOther(asked) ? 'nicht ' : ''}zu ${orList(asked.values)} gehört`
    },
  },
  'customer.age': {
    clause: (asked, about) =>
      isKnown(asked)
        ? `${own(about, 'das', 'Alter')} ${isWords(asked)}`
        : `${who(about)} ${isWords(asked, { verb: 'Jahre alt ist' })}`,
    each: (per, _counted, t) => forEach(per, 'Lebensjahr', 'Lebensjahre', t),
  },
  'customer.birthdayInDays': {
    clause: (asked, about) => {
      const text = birthdayWords(asked)
      if (text !== undefined) return about === 'customer' ? `es ${text} des Kunden ist` : `es ${text} ist`
      return `${own(about, 'der', 'Geburtstag')} ${isWords(asked, { verb: 'Tage entfernt ist' })}`
    },
    phrase: (asked) => {
      const text = birthdayWords(asked)
      return text === undefined ? undefined : { slot: 'time', text }
    },
    each: (per, _counted, t) => forEach(per, 'Tag bis zum Geburtstag', 'Tage bis zum Geburtstag', t),
  },
  demographic: {
    clause: (asked, about) =>
      about === 'customer'
        ? `das Feld ${ownField(asked)} des Kunden ${isWords(asked)}`
        : `wessen Feld ${ownField(asked)} ${isWords(asked)}`,
  },
  optIn: {
    clause: (asked, about) => `${who(about)} ${asked.isWanted ? '' : 'keine '}${messagesWords(asked)} möchte`,
  },
  segment: {
    clause: (asked, about) => {
      if (isKnown(asked)) return `${who(about)} in ${asked.op === 'exists' ? 'einem' : 'keinem'} Segment ist`
      return `${who(about)} ${isOther(asked) ? 'nicht ' : ''}im Segment ${orList(asked.values.map(quoted))} ist`
    },
    phrase: (asked) =>
      isOne(asked) ? { slot: 'card', text: `aus dem Segment ${orList(asked.values.map(quoted))}` } : undefined,
  },
  tier: {
    clause: (asked, about) => {
      if (isKnown(asked)) return `${who(about)} ${asked.op === 'exists' ? 'eine' : 'keine'} Stufe hat`
      return isOne(asked) || isOther(asked)
        ? `${who(about)} ${isOther(asked) ? 'kein' : 'ein'} ${memberWords(asked)} ist`
        : `${own(about, 'die', 'Stufe')} ${isWords(asked)}`
    },
    phrase: (asked) => (isOne(asked) ? { slot: 'member', text: `ein ${memberWords(asked)}` } : undefined),
  },
  'tier.rank': {
    clause: (asked, about) => rankWords(asked, who(about)) ?? `der Rang der Stufe ${isWords(asked)}`,
    each: (per, _counted, t) => forEach(per, 'Rang der Stufe', 'Ränge der Stufe', t),
  },
  'tier.missing': {
    clause: (asked, about) => {
      const whom = about === 'customer' ? 'dem Kunden' : 'wem'
      if (isKnown(asked)) return `${isWords(asked)}, was ${whom} zur nächsten Stufe fehlt`
      return `${whom} zur nächsten Stufe ${isWords(asked, { verb: 'fehlt' })}`
    },
    each: (per, _counted, t) =>
      forEach(per, 'Einheit, die zur nächsten Stufe fehlt', 'Einheiten, die zur nächsten Stufe fehlen', t),
  },
  'score.total': figure('die', 'Kundenwertung', 'Punkt der Kundenwertung', 'Punkte der Kundenwertung'),
  'score.recency': figure(
    'die',
    'Wertung „wie kürzlich“',
    'Punkt der Wertung „wie kürzlich“',
    'Punkte der Wertung „wie kürzlich“',
  ),
  'score.frequency': figure(
    'die',
    'Wertung „wie häufig“',
    'Punkt der Wertung „wie häufig“',
    'Punkte der Wertung „wie häufig“',
  ),
  'score.monetary': figure(
    'die',
    'Wertung „wie viel Umsatz“',
    'Punkt der Wertung „wie viel Umsatz“',
    'Punkte der Wertung „wie viel Umsatz“',
  ),
  random: {
    clause: (asked, about) => {
      const [share] = asked.given.map(numberIn)
      if (asked.op === '<' && share !== undefined)
        return `${who(about)} zu zufällig gewählten ${asked.t.number(share)} % der Kunden gehört`
      return `${own(about, 'die', 'Zufallszahl')} ${isWords(asked, { verb: 'beträgt' })}`
    },
    each: (per, _counted, t) => forEach(per, 'Einheit der Zufallszahl', 'Einheiten der Zufallszahl', t),
  },
} satisfies Partial<Speech['facts']>

/** Ranks are known by number only: 1 is the lowest level. */
function rankWords(asked: AskedFact, subject: string): string | undefined {
  const value = soleNumber(asked)
  if (value === undefined) return undefined
  if ((asked.op === '>=' && value === 1) || (asked.op === '>' && value === 0))
    return `${subject} eine Stufe erreicht hat`
  if ((asked.op === '=' && value === 0) || (asked.op === '<' && value === 1)) return `${subject} noch keine Stufe hat`
  const level = value === 1 ? 'der untersten Stufe' : `der ${inflected(value)} Stufe von unten`
  if (asked.op === '=') return `${subject} auf ${level} ist`
  if (asked.op === '>=') return `${subject} mindestens auf ${level} ist`
  if (asked.op === '<=') return `${subject} höchstens auf ${level} ist`
  return undefined
}
