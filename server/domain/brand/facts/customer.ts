import { toDecimal } from '../../../ground/kernel/decimal.ts'
import { type AskedFact, isKnown, soleNumber } from './asked.ts'
import { gap, spoken, textIn } from './draft.ts'
import type { Fact } from './fact.ts'
import { counted, found, listed, missing, textReading } from './reading.ts'
import type { EnglishSay, FactSay, GermanSay, Phrase } from './say.ts'

const at = (text: string | undefined): Phrase | undefined => (text === undefined ? undefined : { slot: 'time', text })

/** How many days before the birthday it may be; 0 is on the day itself. */
function daysBefore(asked: AskedFact): number | undefined {
  const value = soleNumber(asked)
  if (value === undefined || (asked.op === '=' && value !== 0)) return undefined
  if (asked.op === '=') return 0
  return asked.op === '<=' ? value : asked.op === '<' ? value - 1 : undefined
}

function birthdayInEnglish(asked: AskedFact, say: EnglishSay): string | undefined {
  const days = daysBefore(asked)
  if (days === undefined) return undefined
  return asked.op === '=' ? 'on their birthday' : `in the ${say.counted(days, 'day', 'days')} before their birthday`
}

function birthdayInGerman(asked: AskedFact, say: GermanSay): string | undefined {
  const days = daysBefore(asked)
  if (days === undefined) return undefined
  if (asked.op === '=') return 'am Geburtstag'
  return days === 1 ? 'am Tag vor dem Geburtstag' : `in den ${say.number(days)} Tagen vor dem Geburtstag`
}

const ownField = (name: unknown, say: FactSay) => {
  const id = textIn(name)
  return id === undefined ? undefined : (say.nameOf('demographicField', id) ?? spoken(id))
}

const english: Readonly<Record<string, string>> = { email: 'e-mails', sms: 'text messages', push: 'push messages' }
const german: Readonly<Record<string, string>> = { email: 'E-Mails', sms: 'SMS', push: 'Push-Nachrichten' }

function messagesInEnglish({ arguments: { channel, list } }: AskedFact, say: EnglishSay): string {
  const name = textIn(channel)
  const messages = name === undefined ? gap : (english[name] ?? `messages by ${say.quoted(name)}`)
  return list === undefined ? messages : `${messages} of the list ${say.quoted(say.called('list', list))}`
}

function messagesInGerman({ arguments: { channel, list } }: AskedFact, say: GermanSay): string {
  const name = textIn(channel)
  const messages = name === undefined ? gap : (german[name] ?? `Nachrichten per ${say.quoted(name)}`)
  return list === undefined ? messages : `${messages} des Verteilers ${say.quoted(say.called('list', list))}`
}

/** Facts about the customer that are more than a field of the record. */
export const customerFacts = {
  'customer.age': {
    type: 'number',
    of: 'card',
    meaning: 'Full years since the birthday.',
    example: '{ fact: customer.age, op: ">=", value: 18 }',
    cost: 1,
    read: (view) => view.birthday(({ age }) => counted(age)),
    en: {
      name: 'Age',
      measured: "the customer's age",
      clause: (asked, say, about) =>
        isKnown(asked) ? `${say.own(about, 'age')} ${say.is(asked)}` : `${say.who(about)} ${say.is(asked)} years old`,
      each: (per, say) => say.forEach(per, 'year of age', 'years of age'),
    },
    de: {
      name: 'Alter',
      measured: 'Alter des Kunden',
      clause: (asked, say, about) =>
        isKnown(asked)
          ? `${say.own(about, 'Alter', 'das')} ${say.is(asked)}`
          : `${say.who(about)} ${say.is(asked, { verb: 'Jahre alt ist' })}`,
      each: (per, say) => say.forEach(per, 'Lebensjahr', 'Lebensjahre'),
    },
  },
  'customer.birthdayInDays': {
    type: 'number',
    of: 'card',
    meaning: 'Days to the next birthday; 0 is today.',
    example: '{ fact: customer.birthdayInDays, op: "=", value: 0 }',
    cost: 1,
    read: (view) => view.birthday(({ inDays }) => counted(inDays)),
    en: {
      name: 'Days until the birthday',
      measured: 'the number of days to the birthday',
      clause: (asked, say, about) => {
        const text = birthdayInEnglish(asked, say)
        if (text !== undefined)
          return `it is ${text}`.replace('their', about === 'customer' ? "the customer's" : 'their')
        const whose = about === 'customer' ? "the customer's" : 'the'
        return `the days to ${whose} birthday are ${say.is(asked).replace(/^is /, '')}`
      },
      phrase: (asked, say) => at(birthdayInEnglish(asked, say)),
      each: (per, say) => say.forEach(per, 'day to the birthday', 'days to the birthday'),
    },
    de: {
      name: 'Tage bis zum Geburtstag',
      measured: 'Tage bis zum Geburtstag',
      clause: (asked, say, about) => {
        const text = birthdayInGerman(asked, say)
        if (text !== undefined) return about === 'customer' ? `es ${text} des Kunden ist` : `es ${text} ist`
        return `${say.own(about, 'Geburtstag', 'der')} ${say.is(asked, { verb: 'Tage entfernt ist' })}`
      },
      phrase: (asked, say) => at(birthdayInGerman(asked, say)),
      each: (per, say) => say.forEach(per, 'Tag bis zum Geburtstag', 'Tage bis zum Geburtstag'),
    },
  },
  /** The actual type is that of the field. */
  demographic: {
    type: 'text',
    of: 'card',
    requires: ['name'],
    meaning: 'A demographic field of the brand.',
    example: '{ fact: demographic, name: favoriteDrink, op: "=", value: Latte }',
    cost: 1,
    read: (view) =>
      view.account(({ demographics }) => {
        const { name = '' } = view.given
        const field = view.owner.fields.get(name)
        const values = demographics[name] ?? []
        if (field?.type !== 'Integer') return field?.list ? listed(values.map(String)) : textReading(values[0])
        const numbers = values.map((value) => toDecimal(Number(value))).filter((value) => value !== undefined)
        if (field.list) return numbers.length === 0 ? missing : found(numbers)
        return found(numbers[0])
      }),
    en: {
      name: 'Field of your own',
      clause: (asked, say, about) => `${say.own(about, ownField(asked.arguments.name, say) ?? gap)} ${say.is(asked)}`,
    },
    de: {
      name: 'Eigenes Feld',
      clause: (asked, say, about) => {
        const name = ownField(asked.arguments.name, say)
        const quoted = name === undefined ? gap : say.quoted(name)
        return `${say.own(about, `Feld ${quoted}`, 'das')} ${say.is(asked)}`
      },
    },
  },
  optIn: {
    type: 'flag',
    of: 'card',
    requires: ['channel'],
    takes: ['list'],
    meaning: 'Whether messages are wanted.',
    example: '{ fact: optIn, channel: email, list: News }',
    cost: 1,
    read: (view) => view.consent(),
    en: {
      name: 'Wants messages',
      clause: (asked, say, about) =>
        `${say.who(about)} wants ${asked.isWanted ? '' : 'no '}${messagesInEnglish(asked, say)}`,
    },
    de: {
      name: 'Möchte Nachrichten',
      clause: (asked, say, about) =>
        `${say.who(about)} ${asked.isWanted ? '' : 'keine '}${messagesInGerman(asked, say)} möchte`,
    },
  },
} as const satisfies Record<string, Fact>
