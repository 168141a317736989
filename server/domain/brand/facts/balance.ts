import { type AskedFact, isKnown, isNone, isRange } from './asked.ts'
import { gap, type Raw, rawIn, textIn } from './draft.ts'
import type { Fact } from './fact.ts'
import type { EnglishSay, FactSay, FactSpeech, GermanSay, Who } from './say.ts'

const purse = ['balanceCode', 'subtrack'] as const

/** `per dollar on the card`, `for every 10 points on the card`. */
function each(per: unknown, say: FactSay, valueType: Raw, where: string): string {
  if (valueType.balanceType === 'Currency') return say.perMoney(per, where)
  return say.forEach(per, `${say.unit(valueType, true)}${where}`, `${say.unit(valueType, false)}${where}`)
}

const english = (which: (asked: AskedFact, say: EnglishSay) => string): FactSpeech<EnglishSay> => ({
  clause: (asked, say, about) => {
    const units = `${say.unit(asked.arguments, false)}${which(asked, say)}`
    if (isNone(asked)) return `${say.who(about)} has no ${units}`
    if (!isRange(asked)) return `${say.own(about, `balance of ${units}`)} ${say.is(asked)}`
    return `${say.who(about)} has ${say.quantity(asked)}${which(asked, say)}`
  },
})

function german(asked: AskedFact, say: GermanSay, about: Who, held: '' | 'zurückgelegt'): string {
  const units = say.unit(asked.arguments, false)
  const verb = held === '' ? 'hat' : 'zurückgelegt hat'
  if (isNone(asked)) return `${say.who(about)} keine ${units} ${verb}`
  if (isRange(asked)) return `${say.who(about)} ${say.quantity(asked)} ${verb}`
  const noun = held === '' ? `${units}-Guthaben` : `zurückgelegte ${units}-Guthaben`
  return `${say.own(about, noun, 'das')} ${say.amountsTo(asked)}`
}

/** `within 30 days`, `this month`. */
function soonInEnglish(within: unknown, say: EnglishSay): string {
  const { days, calendar } = rawIn(within)
  if (textIn(calendar) !== undefined) return say.within(within)
  return days === undefined ? ` within ${gap}` : ` within ${say.number(days)} days`
}

/** `innerhalb von 30 Tagen`, `in diesem Monat`. */
function soonInGerman(within: unknown, say: GermanSay): string {
  const { days, calendar } = rawIn(within)
  if (textIn(calendar) !== undefined) return say.within(within).trim()
  return days === undefined ? `innerhalb von ${gap}` : `innerhalb von ${say.number(days)} Tagen`
}

/** Facts about one balance of the card. */
export const balanceFacts = {
  balance: {
    type: 'amount',
    of: 'card',
    requires: ['balanceType'],
    takes: purse,
    meaning: 'Available now.',
    example: '{ fact: balance, balanceType: Points, op: ">=", value: 100 }',
    read: (view) => view.balance('available'),
    values: { kind: 'balance' },
    en: {
      name: 'Balance',
      measured: 'balance',
      ...english(() => ''),
      each: (per, say, valueType) => each(per, say, valueType, ' on the card'),
    },
    de: {
      name: 'Guthaben',
      measured: 'Guthaben',
      clause: (asked, say, about) => german(asked, say, about, ''),
      each: (per, say, valueType) => each(per, say, valueType, ' auf der Karte'),
    },
  },
  'balance.held': {
    type: 'amount',
    of: 'card',
    requires: ['balanceType'],
    takes: purse,
    meaning: 'Reserved.',
    example: '{ fact: balance.held, balanceType: Currency, balanceCode: USD, op: "=", value: 0 }',
    read: (view) => view.balance('held'),
    values: { kind: 'balance' },
    en: {
      name: 'Balance on hold',
      measured: 'balance on hold',
      ...english(() => ' on hold'),
      each: (per, say, valueType) => each(per, say, valueType, ' on hold'),
    },
    de: {
      name: 'Zurückgelegtes Guthaben',
      measured: 'zurückgelegtes Guthaben',
      clause: (asked, say, about) => german(asked, say, about, 'zurückgelegt'),
      each: (per, say, valueType) => {
        if (valueType.balanceType === 'Currency') return say.perMoney(per, ' zurückgelegtes Guthaben')
        const [one, many] = [say.unit(valueType, true), say.unit(valueType, false)]
        return say.forEach(per, `zurückgelegten ${one}`, `zurückgelegte ${many}`)
      },
    },
  },
  'balance.expiring': {
    type: 'amount',
    of: 'card',
    requires: ['balanceType', 'within'],
    takes: purse,
    meaning: 'Available now, and expiring within so many days.',
    example: '{ fact: balance.expiring, balanceType: Points, within: { days: 14 }, op: ">=", value: 50 }',
    read: (view) => view.balance('expiring'),
    values: { kind: 'balance' },
    en: {
      name: 'Balance that expires soon',
      measured: 'balance that expires soon',
      ...english((asked, say) => ` that expire${soonInEnglish(asked.arguments.within, say)}`),
      each: (per, say, counted) => each(per, say, counted, ` expiring${soonInEnglish(counted.within, say)}`),
    },
    de: {
      name: 'Guthaben, das bald verfällt',
      measured: 'bald verfallendes Guthaben',
      clause: (asked, say, about) => {
        const { arguments: counted } = asked
        const whose = `${about === 'customer' ? 'dem Kunden' : 'wem'} ${soonInGerman(counted.within, say)}`
        if (isNone(asked)) return `${whose} keine ${say.unit(counted, false)} verfallen`
        if (isKnown(asked))
          return `${whose} ${asked.op === 'exists' ? '' : 'keine '}${say.unit(counted, false)} verfallen`
        return `${whose} ${say.quantity(asked)} verfallen`
      },
      each: (per, say, counted) => each(per, say, counted, ` mit Verfall ${soonInGerman(counted.within, say)}`),
    },
  },
} as const satisfies Record<string, Fact>
