import { type AskedFact, isKnown, isNone, isRange, soleNumber } from './asked.ts'
import { gap, numberIn, type Raw, rawIn, textIn } from './draft.ts'
import type { Fact } from './fact.ts'
import { counted, found, fullDaysSince } from './reading.ts'
import type { EnglishSay, GermanSay, Who } from './say.ts'

const history = ['within', 'where', 'including'] as const

/** The first purchase, the fifth purchase of the month: its number, and what of. */
function whichPurchase(asked: AskedFact): readonly [number: number, calendar: string | undefined] | undefined {
  const { arguments: args, op } = asked
  const value = soleNumber(asked)
  const calendar = textIn(rawIn(args.within).calendar)
  if (op !== '=' || value === undefined || args.where !== undefined || !Number.isInteger(value)) return undefined
  if (args.within !== undefined && calendar === undefined) return undefined
  const number = args.including === 'current' ? value : value + 1
  return number < 1 ? undefined : [number, calendar]
}

const currentInEnglish = ({ including }: Raw) => (including === 'current' ? ', this one included' : '')
const currentInGerman = ({ including }: Raw) => (including === 'current' ? ', diesen Einkauf mitgezählt,' : '')

/** The products that are counted, if not all of them are. */
const boughtInEnglish = ({ where }: Raw, say: EnglishSay) => (where === undefined ? undefined : say.products(where))
const boughtInGerman = ({ where }: Raw, say: GermanSay) => (where === undefined ? undefined : say.products(where))

/** `at least 4 times`, `once`, `more than twice`. */
export function timesInEnglish(asked: AskedFact, say: EnglishSay): string {
  const words = say.quantity(asked)
  const sole = soleNumber(asked)
  if (sole === 1) return words.replace(/\b1$/, 'once')
  return sole === 2 ? words.replace(/\b2$/, 'twice') : `${words} times`
}

/** `mindestens 4-mal`, `genau einmal`. */
export const timesInGerman = (asked: AskedFact, say: GermanSay): string =>
  say.quantity({ ...asked, values: asked.given.length === 0 ? [gap] : asked.given.map(say.times) })

function checkoutsInEnglish(asked: AskedFact, say: EnglishSay, about: Who): string {
  const { arguments: args } = asked
  const products = boughtInEnglish(args, say)
  const during = say.within(args.within)
  if (isNone(asked)) return `${say.who(about)} has not bought ${products?.some ?? 'anything'}${during || ' yet'}`
  const of = products === undefined ? '' : ` of ${products.all}`
  if (!isRange(asked)) return `the number of ${say.own(about, 'purchases')}${of}${during} ${say.is(asked)}`
  const times = timesInEnglish(asked, say)
  return `${say.who(about)} has bought ${products?.some ?? 'something'} ${times}${during}${currentInEnglish(args)}`
}

function checkoutsInGerman(asked: AskedFact, say: GermanSay, about: Who): string {
  const { arguments: args } = asked
  const products = boughtInGerman(args, say)
  const during = say.within(args.within)
  if (isNone(asked)) {
    const never = products === undefined ? 'nicht eingekauft hat' : `kein ${products.each} gekauft hat`
    return `${say.who(about)}${during || ' noch'} ${never}`
      .replace('noch kein', 'noch nie')
      .replace('noch nicht', 'noch nie')
  }
  const of = products === undefined ? '' : ` von ${products.dative}`
  if (!isRange(asked)) return `die Anzahl der Einkäufe${of}${during} ${say.amountsTo(asked)}`
  const verb = products === undefined ? 'eingekauft hat' : `${products.some} gekauft hat`
  return `${say.who(about)}${during}${currentInGerman(args)} ${timesInGerman(asked, say)} ${verb}`
}

const germanPeriods: Readonly<Record<string, string>> = {
  day: ' des Tages',
  week: ' der Woche',
  month: ' des Monats',
  year: ' des Jahres',
}

function quantityInEnglish(asked: AskedFact, say: EnglishSay, about: Who): string {
  const { arguments: args } = asked
  const during = say.within(args.within) || ' so far'
  const products = say.products(args.where)
  if (isNone(asked))
    return `${say.who(about)} has not bought ${args.where === undefined ? 'anything' : products.some}${during}`
  if (isKnown(asked))
    return `${say.who(about)} has ${asked.op === 'exists' ? '' : 'not '}bought ${products.some}${during}`
  return `${say.who(about)} has bought ${products.count(say.quantity(asked))}${during}${currentInEnglish(args)}`
}

function quantityInGerman(asked: AskedFact, say: GermanSay, about: Who): string {
  const { arguments: args } = asked
  const when = `${say.who(about)}${say.within(args.within) || ' bisher'}`
  const products = say.products(args.where)
  if (isNone(asked)) return `${when} kein ${products.each} gekauft hat`.replace('kein Artikel', 'keinen Artikel')
  if (isKnown(asked))
    return `${when} ${asked.op === 'exists' ? products.some : products.some.replace(/^etwas/, 'nichts')} gekauft hat`
  return `${when}${currentInGerman(args)} ${products.count(say.quantity(asked))} gekauft hat`
}

function lastInEnglish(asked: AskedFact, say: EnglishSay, about: Who): string {
  const products = boughtInEnglish(asked.arguments, say)
  if (asked.op === 'missing') return `${say.who(about)} has never bought ${products?.some ?? 'anything'}`
  const event = `${say.own(about, 'last purchase')}${products === undefined ? '' : ` of ${products.all}`}`
  if (asked.op === 'exists') return `${event} is known`
  return `${event} was ${say.quantity(asked)} ${soleNumber(asked) === 1 ? 'day' : 'days'} ago`
}

function lastInGerman(asked: AskedFact, say: GermanSay, about: Who): string {
  const products = boughtInGerman(asked.arguments, say)
  const bought = products === undefined ? 'eingekauft' : `${products.some} gekauft`
  if (asked.op === 'missing') return `${say.who(about)} noch nie ${bought} hat`
  if (asked.op === 'exists') return `${say.who(about)} schon einmal ${bought} hat`
  const of = products === undefined ? '' : ` von ${products.dative}`
  const days = `${say.quantity(asked)} ${soleNumber(asked) === 1 ? 'Tag' : 'Tage'} her ist`
  return `${about === 'customer' ? 'der letzte Einkauf des Kunden' : 'wessen letzter Einkauf'}${of} ${days}`
}

/** Facts about a card's purchases. They are fetched only when a rule that could fire asks for them. */
export const historyFacts = {
  'history.checkouts': {
    type: 'number',
    of: 'card',
    takes: history,
    meaning: 'Completed checkouts before this one.',
    example: '{ fact: history.checkouts, within: { calendar: month }, including: current, op: "=", value: 5 }',
    cost: 2,
    read: (view) => view.history(({ checkouts }) => counted(checkouts)),
    en: {
      name: 'Number of purchases so far',
      clause: checkoutsInEnglish,
      phrase: (asked, say) => {
        const [number, calendar] = whichPurchase(asked) ?? []
        if (number === undefined) return undefined
        const which = `${say.ordinal(number)} purchase${calendar === undefined ? '' : ` of the ${calendar}`}`
        return { slot: 'which', text: `as their ${which}`, short: `the ${which}` }
      },
      each: (per, say, args) => {
        const products = boughtInEnglish(args, say)
        const of = `${products === undefined ? '' : ` of ${products.all}`}${say.within(args.within) || ' so far'}`
        return say.forEach(per, `purchase${of}`, `purchases${of}`)
      },
    },
    de: {
      name: 'Anzahl der bisherigen Einkäufe',
      clause: checkoutsInGerman,
      phrase: (asked, say) => {
        const [number, calendar = ''] = whichPurchase(asked) ?? []
        if (number === undefined) return undefined
        return { slot: 'which', text: `${say.inflected(number)} Einkauf${germanPeriods[calendar] ?? ''}` }
      },
      each: (per, say, args) => {
        const products = boughtInGerman(args, say)
        const of = `${products === undefined ? '' : ` von ${products.dative}`}${say.within(args.within)}`
        return say.forEach(per, `bisherigen Einkauf${of}`, `bisherige Einkäufe${of}`)
      },
    },
  },
  'history.spend': {
    type: 'amount',
    of: 'card',
    takes: history,
    meaning: 'Their net totals less returns.',
    example: '{ fact: history.spend, within: { days: 365 }, op: ">=", value: 500 }',
    cost: 2,
    read: (view) => view.history(({ spend }) => found(spend)),
    en: {
      name: 'Amount spent so far',
      clause: (asked, say, about) => {
        const { arguments: args } = asked
        const products = boughtInEnglish(args, say)
        const on = `${products === undefined ? '' : ` on ${products.all}`}${say.within(args.within) || ' so far'}`
        if (isKnown(asked))
          return `${say.who(about)} has ${asked.op === 'exists' ? 'spent something' : 'never spent anything'}${on}`
        return `${say.who(about)} has spent ${say.quantity(asked)}${on}${currentInEnglish(args)}`
      },
      each: (per, say, args) => {
        const products = boughtInEnglish(args, say)
        const on = products === undefined ? '' : ` on ${products.all}`
        return say.perMoney(per, ` spent${on}${say.within(args.within) || ' so far'}`)
      },
    },
    de: {
      name: 'Bisheriger Umsatz',
      clause: (asked, say, about) => {
        const { arguments: args } = asked
        const products = boughtInGerman(args, say)
        const on = products === undefined ? '' : ` für ${products.things}`
        const when = `${say.who(about)}${say.within(args.within) || ' bisher'}`
        if (isKnown(asked)) return `${when}${on} ${asked.op === 'exists' ? 'etwas' : 'nichts'} ausgegeben hat`
        return `${when}${currentInGerman(args)}${on} ${say.quantity(asked)} ausgegeben hat`
      },
      each: (per, say, args) => {
        const products = boughtInGerman(args, say)
        const on = products === undefined ? '' : ` mit ${products.dative}`
        return say.perMoney(per, ` Umsatz${on}${say.within(args.within)}`)
      },
    },
  },
  'history.quantity': {
    type: 'number',
    of: 'card',
    takes: history,
    meaning: 'The units bought.',
    example: '{ fact: history.quantity, where: { category: [drinks] }, op: ">=", value: 20 }',
    cost: 2,
    read: (view) => view.history(({ quantity }) => found(quantity)),
    en: {
      name: 'Number of items bought so far',
      clause: quantityInEnglish,
      each: (per, say, args) => {
        const products = say.products(args.where)
        const isOne = per === undefined || numberIn(per) === 1
        const what = isOne ? `for each ${products.each}` : `for every ${products.count(say.number(per))}`
        return `${what} bought${say.within(args.within) || ' so far'}`
      },
    },
    de: {
      name: 'Anzahl der bisher gekauften Artikel',
      clause: quantityInGerman,
      each: (per, say, args) => {
        const products = say.products(args.where)
        const isOne = per === undefined || numberIn(per) === 1
        const what = isOne ? `je ${products.each}` : `für je ${products.count(say.number(per))}`
        return `${what}, gekauft${say.within(args.within) || ' bisher'}`
      },
    },
  },
  'history.daysSinceLast': {
    type: 'number',
    of: 'card',
    takes: history,
    meaning: 'Days since the last one.',
    example: '{ fact: history.daysSinceLast, op: ">", value: 60 }',
    cost: 2,
    read: (view) => view.history(({ lastAt }) => fullDaysSince(lastAt, view.call.clock)),
    en: {
      name: 'Days since the last purchase',
      measured: 'days since the last visit',
      unit: 'days since the last visit',
      clause: lastInEnglish,
      each: (per, say) => say.forEach(per, 'day since the last purchase', 'days since the last purchase'),
    },
    de: {
      name: 'Tage seit dem letzten Einkauf',
      measured: 'Tage seit dem letzten Einkauf',
      unit: 'Tage seit dem letzten Einkauf',
      clause: lastInGerman,
      each: (per, say) => say.forEach(per, 'Tag seit dem letzten Einkauf', 'Tage seit dem letzten Einkauf'),
    },
  },
  'history.distinctLocations': {
    type: 'number',
    of: 'card',
    takes: history,
    meaning: 'At how many locations.',
    example: '{ fact: history.distinctLocations, op: ">=", value: 3 }',
    cost: 2,
    read: (view) => view.history(({ locations }) => counted(locations.length)),
    en: {
      name: 'Number of locations visited so far',
      clause: (asked, say, about) => {
        const whom = about === 'customer' ? 'the customer' : 'somebody'
        if (isKnown(asked)) return say.isKnown(asked, `at how many locations ${whom} has bought`)
        const locations = soleNumber(asked) === 1 ? 'location' : 'different locations'
        return `${say.who(about)} has bought in ${say.quantity(asked)} ${locations}${say.within(asked.arguments.within)}`
      },
      each: (per, say, { within }) =>
        say.forEach(per, `location visited${say.within(within)}`, `locations visited${say.within(within)}`),
    },
    de: {
      name: 'Anzahl der bisher besuchten Standorte',
      clause: (asked, say, about) => {
        const whom = about === 'customer' ? 'der Kunde' : 'jemand'
        if (isKnown(asked)) return say.isKnown(asked, `an wie vielen Standorten ${whom} eingekauft hat`)
        const locations = soleNumber(asked) === 1 ? 'Standort' : 'Standorten'
        const when = `${say.who(about)}${say.within(asked.arguments.within)}`
        return `${when} an ${say.quantity(asked)} ${locations} eingekauft hat`
      },
      each: (per, say, { within }) =>
        say.forEach(per, `besuchten Standort${say.within(within)}`, `besuchte Standorte${say.within(within)}`),
    },
  },
} as const satisfies Record<string, Fact>
