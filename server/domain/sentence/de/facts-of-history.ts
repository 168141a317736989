import { type AskedFact, soleNumber } from '../asked.ts'
import { gap, numberIn, type Raw, rawIn, textIn } from '../draft.ts'
import type { FactSpeech, Speech, Who } from '../speech.ts'
import type { Teller } from '../teller.ts'
import { unit } from './balances.ts'
import { isRange } from './facts-of-purchases.ts'
import {
  forEach,
  inflected,
  isWords,
  own,
  perMoney,
  quantity,
  quoted,
  timesWords,
  who,
  withinWords,
} from './phrasing.ts'
import { productWords } from './products.ts'

const withCurrent = ({ including }: Raw) => (including === 'current' ? ', diesen Einkauf mitgezählt,' : '')

const bought = ({ where }: Raw, t: Teller) => (where === undefined ? undefined : productWords(where, t))

const isNever = (asked: AskedFact) =>
  ((asked.op === '=' || asked.op === '<=') && soleNumber(asked) === 0) || (asked.op === '<' && soleNumber(asked) === 1)

const isKnown = ({ op }: AskedFact) => op === 'exists' || op === 'missing'

/** `mindestens 4-mal`, `genau einmal`. */
const times = (asked: AskedFact) =>
  quantity({
    ...asked,
    values: asked.given.length === 0 ? [gap] : asked.given.map((count) => timesWords(count, asked.t)),
  })

function checkoutsClause(asked: AskedFact, about: Who): string {
  const { arguments: counted, t } = asked
  const products = bought(counted, t)
  const verb = products === undefined ? 'eingekauft hat' : `${products.some} gekauft hat`
  const during = withinWords(counted.within, t)
  if (isNever(asked)) {
    const never = products === undefined ? 'nicht eingekauft hat' : `kein ${products.each} gekauft hat`
    return `${who(about)}${during || ' noch'} ${never}`
      .replace('noch kein', 'noch nie')
      .replace('noch nicht', 'noch nie')
  }
  const of = products === undefined ? '' : ` von ${products.dative}`
  if (!isRange(asked)) return `die Anzahl der Einkäufe${of}${during} ${isWords(asked, { verb: 'beträgt' })}`
  return `${who(about)}${during}${withCurrent(counted)} ${times(asked)} ${verb}`
}

const calendars: Readonly<Record<string, string>> = {
  day: ' des Tages',
  week: ' der Woche',
  month: ' des Monats',
  year: ' des Jahres',
}

/** The first purchase, the fifth purchase of the month. */
function whichPurchase(asked: AskedFact): string | undefined {
  const { arguments: counted, op } = asked
  const value = soleNumber(asked)
  const calendar = textIn(rawIn(counted.within).calendar)
  if (op !== '=' || value === undefined || counted.where !== undefined || !Number.isInteger(value)) return undefined
  if (counted.within !== undefined && calendar === undefined) return undefined
  const number = counted.including === 'current' ? value : value + 1
  return number < 1 ? undefined : `${inflected(number)} Einkauf${calendars[calendar ?? ''] ?? ''}`
}

const held = (): FactSpeech => ({
  clause: (asked, about) => balanceClause(asked, about, ''),
  each: (per, valueType, t) => {
    if (valueType.balanceType === 'Currency') return perMoney(per, ' auf der Karte', t)
    return forEach(per, `${unit(valueType, true, t)} auf der Karte`, `${unit(valueType, false, t)} auf der Karte`, t)
  },
})

function balanceClause(asked: AskedFact, about: Who, held: '' | 'zurückgelegt'): string {
  const { arguments: valueType, t } = asked
  const units = unit(valueType, false, t)
  const verb = held === '' ? 'hat' : 'zurückgelegt hat'
  if (isNever(asked)) return `${who(about)} keine ${units} ${verb}`
  if (isRange(asked)) return `${who(about)} ${quantity(asked)} ${verb}`
  const noun = held === '' ? `${units}-Guthaben` : `zurückgelegte ${units}-Guthaben`
  return `${own(about, 'das', noun)} ${isWords(asked, { verb: 'beträgt' })}`
}

/** `innerhalb von 30 Tagen`, `in diesem Monat`. */
function soonWords(within: unknown, t: Teller): string {
  const { days, calendar } = rawIn(within)
  if (textIn(calendar) !== undefined) return withinWords(within, t).trim()
  return days === undefined ? `innerhalb von ${gap}` : `innerhalb von ${t.number(days)} Tagen`
}

const eventName = ({ categoryId, eventType }: Raw, t: Teller) => {
  const name =
    categoryId === undefined ? 'irgendein Ereignis' : `das Ereignis ${quoted(t.called('eventType', categoryId))}`
  const type = textIn(eventType)
  return type === undefined ? name : `${name} (${type})`
}

const whom = (about: Who) => (about === 'customer' ? 'der Kunde' : 'jemand')

const days = (asked: AskedFact) => `${quantity(asked)} ${soleNumber(asked) === 1 ? 'Tag' : 'Tage'} her ist`

export const factsOfHistory = {
  balance: held(),
  'balance.held': {
    clause: (asked, about) => balanceClause(asked, about, 'zurückgelegt'),
    each: (per, valueType, t) => {
      if (valueType.balanceType === 'Currency') return perMoney(per, ' zurückgelegtes Guthaben', t)
      const [one, many] = [unit(valueType, true, t), unit(valueType, false, t)]
      return forEach(per, `zurückgelegten ${one}`, `zurückgelegte ${many}`, t)
    },
  },
  'balance.expiring': {
    clause: (asked, about) => {
      const { arguments: counted, t } = asked
      const soon = soonWords(counted.within, t)
      const whom = about === 'customer' ? 'dem Kunden' : 'wem'
      if (isNever(asked)) return `${whom} ${soon} keine ${unit(counted, false, t)} verfallen`
      if (isKnown(asked))
        return `${whom} ${soon} ${asked.op === 'exists' ? '' : 'keine '}${unit(counted, false, t)} verfallen`
      return `${whom} ${soon} ${quantity(asked)} verfallen`
    },
    each: (per, counted, t) => {
      const soon = ` mit Verfall ${soonWords(counted.within, t)}`
      if (counted.balanceType === 'Currency') return perMoney(per, soon, t)
      return forEach(per, `${unit(counted, true, t)}${soon}`, `${unit(counted, false, t)}${soon}`, t)
    },
  },
  'history.checkouts': {
    clause: checkoutsClause,
    phrase: (asked) => {
      const which = whichPurchase(asked)
      return which === undefined ? undefined : { slot: 'which', text: which }
    },
    each: (per, counted, t) => {
      const during = withinWords(counted.within, t)
      const of = bought(counted, t)
      const what = of === undefined ? '' : ` von ${of.dative}`
      return forEach(per, `bisherigen Einkauf${what}${during}`, `bisherige Einkäufe${what}${during}`, t)
    },
  },
  'history.spend': {
    clause: (asked, about) => {
      const { arguments: counted, t } = asked
      const on = bought(counted, t) === undefined ? '' : ` für ${bought(counted, t)?.things}`
      const during = withinWords(counted.within, t) || ' bisher'
      if (isKnown(asked))
        return `${who(about)}${during}${on} ${asked.op === 'exists' ? 'etwas' : 'nichts'} ausgegeben hat`
      return `${who(about)}${during}${withCurrent(counted)}${on} ${quantity(asked)} ausgegeben hat`
    },
    each: (per, counted, t) => {
      const of = bought(counted, t)
      const on = of === undefined ? '' : ` mit ${of.dative}`
      return perMoney(per, ` Umsatz${on}${withinWords(counted.within, t)}`, t)
    },
  },
  'history.quantity': {
    clause: (asked, about) => {
      const { arguments: counted, t } = asked
      const during = withinWords(counted.within, t) || ' bisher'
      const products = productWords(counted.where, t)
      if (isNever(asked))
        return `${who(about)}${during} kein ${products.each} gekauft hat`.replace('kein Artikel', 'keinen Artikel')
      if (isKnown(asked))
        return `${who(about)}${during} ${asked.op === 'exists' ? products.some : products.some.replace(/^etwas/, 'nichts')} gekauft hat`
      return `${who(about)}${during}${withCurrent(counted)} ${products.count(quantity(asked))} gekauft hat`
    },
    each: (per, counted, t) => {
      const products = productWords(counted.where, t)
      const during = withinWords(counted.within, t) || ' bisher'
      const isOne = per === undefined || numberIn(per) === 1
      return `${isOne ? `je ${products.each}` : `für je ${products.count(t.number(per))}`}, gekauft${during}`
    },
  },
  'history.daysSinceLast': {
    clause: (asked, about) => {
      const products = bought(asked.arguments, asked.t)
      const of = products === undefined ? '' : ` von ${products.dative}`
      if (asked.op === 'missing')
        return `${who(about)} noch nie ${products === undefined ? 'eingekauft' : `${products.some} gekauft`} hat`
      if (asked.op === 'exists')
        return `${who(about)} schon einmal ${products === undefined ? 'eingekauft' : `${products.some} gekauft`} hat`
      return `${own(about, 'der', 'letzte Einkauf')}${of} ${days(asked)}`.replace(
        'wessen letzte Einkauf',
        'wessen letzter Einkauf',
      )
    },
    each: (per, _counted, t) => forEach(per, 'Tag seit dem letzten Einkauf', 'Tage seit dem letzten Einkauf', t),
  },
  'history.distinctLocations': {
    clause: (asked, about) => {
      const { arguments: counted, t } = asked
      if (isKnown(asked)) return `${isWords(asked)}, an wie vielen Standorten ${whom(about)} eingekauft hat`
      const locations = soleNumber(asked) === 1 ? 'Standort' : 'Standorten'
      return `${who(about)}${withinWords(counted.within, t)} an ${quantity(asked)} ${locations} eingekauft hat`
    },
    each: (per, counted, t) => {
      const during = withinWords(counted.within, t)
      return forEach(per, `besuchten Standort${during}`, `besuchte Standorte${during}`, t)
    },
  },
  'event.count': {
    clause: (asked, about) => {
      const { arguments: counted, t } = asked
      const name = eventName(counted, t)
      const during = withinWords(counted.within, t)
      if (isKnown(asked)) return `${isWords(asked)}, wie oft ${name} eingetreten ist`
      const whose = about === 'customer' ? 'beim Kunden' : 'bei wem'
      return `${whose}${during} ${name} ${isNever(asked) ? 'nicht' : times(asked)} eingetreten ist`
    },
    each: (per, counted, t) => {
      const during = withinWords(counted.within, t)
      const of = counted.categoryId === undefined ? '' : ` ${quoted(t.called('eventType', counted.categoryId))}`
      return forEach(per, `Ereignis${of}${during}`, `Ereignisse${of}${during}`, t)
    },
  },
  'event.daysSinceLast': {
    clause: (asked, about) => {
      const name = eventName(asked.arguments, asked.t)
      const whom = about === 'customer' ? 'beim Kunden' : 'bei wem'
      if (asked.op === 'missing') return `${whom} ${name} noch nie eingetreten ist`
      if (asked.op === 'exists') return `${whom} ${name} schon einmal eingetreten ist`
      return `${whom} ${name} zuletzt vor ${quantity(asked)} ${soleNumber(asked) === 1 ? 'Tag' : 'Tagen'} eingetreten ist`
    },
    each: (per, counted, t) => {
      const name = counted.categoryId === undefined ? '' : ` ${quoted(t.called('eventType', counted.categoryId))}`
      return forEach(per, `Tag seit dem letzten Ereignis${name}`, `Tage seit dem letzten Ereignis${name}`, t)
    },
  },
  counter: {
    clause: (asked, about) => {
      const { arguments: counted, t } = asked
      const name = quoted(t.called('rule', counted.rule))
      const during = withinWords(counted.within, t)
      if (isKnown(asked)) return `${isWords(asked)}, wie oft ${whom(about)} ${name} bekommen hat`
      return `${who(about)}${during} ${name} ${isNever(asked) ? 'noch nicht' : times(asked)} bekommen hat`
    },
    each: (per, counted, t) => {
      const name = quoted(t.called('rule', counted.rule))
      return forEach(per, `Anwendung von ${name}`, `Anwendungen von ${name}`, t)
    },
  },
} satisfies Partial<Speech['facts']>
