import { type AskedFact, soleNumber } from '../asked.ts'
import { gap, numberIn, textIn } from '../draft.ts'
import type { FactSpeech, Speech } from '../speech.ts'
import { spoken } from '../teller.ts'
import { andList, counted, forEach, isDayWords, isWords, orList, quoted, who, whose } from './phrasing.ts'

const isOne = ({ op }: AskedFact) => op === '=' || op === 'in'
const isOther = ({ op }: AskedFact) => op === '!=' || op === 'notIn'
const isAny = ({ op }: AskedFact) => op === 'exists'

/** `the customer's city is Hamburg`. */
const field = (noun: string): FactSpeech => ({ clause: (asked, about) => `${whose(about)} ${noun} ${isWords(asked)}` })

const dayField = (noun: string): FactSpeech => ({
  clause: (asked, about) => `${whose(about)} ${noun} ${isDayWords(asked)}`,
})

const number = (noun: string, one: string, many: string): FactSpeech => ({
  ...field(noun),
  each: (per, _counted, t) => forEach(per, one, many, t),
})

/** A flag of the customer: `is a member`, `is not a member`. */
const flag = (yes: string, no: string): FactSpeech => ({
  clause: ({ isWanted }, about) => `${who(about)} ${isWanted ? yes : no}`,
})

/** A preference or a yes-or-no that is kept as a letter. */
const letter = (wanted: string, yes: string, no: string): FactSpeech => ({
  clause: (asked, about) => {
    if (!isOne(asked) && !isOther(asked)) return `it ${isWords(asked)} whether ${who(about)} ${yes}`
    const isYes = asked.given.length === 1 && (asked.given[0] === wanted) === isOne(asked)
    return `${who(about)} ${isYes ? yes : no}`
  },
})

/** Cards of a program or set: `with a Harbor Rewards card`. */
const cards = (noun: string, card: (values: readonly string[]) => string): FactSpeech => ({
  clause: (asked, about) =>
    isOne(asked) || isOther(asked)
      ? `${who(about)} ${isOther(asked) ? 'does not have' : 'has'} ${card(asked.values)}`
      : `the ${noun} of ${whose(about)} card ${isWords(asked)}`,
  phrase: (asked) => (isOne(asked) ? { slot: 'card', text: ['with', card(asked.values)].join(' ') } : undefined),
})

const article = (name: string) => (/^[aeiou]/i.test(name) ? 'an' : 'a')

const ownField = ({ arguments: { name }, t }: AskedFact) => {
  const id = textIn(name)
  return id === undefined ? gap : (t.nameOf('demographicField', id) ?? spoken(id))
}

const channels: Readonly<Record<string, string>> = { email: 'e-mails', sms: 'text messages', push: 'push messages' }

function messagesWords({ arguments: { channel, list }, t }: AskedFact): string {
  const name = textIn(channel)
  const messages = name === undefined ? gap : (channels[name] ?? `messages by ${quoted(name)}`)
  return list === undefined ? messages : `${messages} of the list ${quoted(t.called('list', list))}`
}

/** `a Gold member`, `a Silver or Gold member`. */
function memberWords(asked: AskedFact): string {
  const levels = orList(asked.values)
  const { program } = asked.arguments
  const of = program === undefined ? '' : ` of ${asked.t.called('program', program)}`
  return `${article(levels)} ${levels} member${of}`
}

function birthdayWords(asked: AskedFact): string | undefined {
  const value = soleNumber(asked)
  if (asked.op === '=' && value === 0) return 'on their birthday'
  if ((asked.op === '<=' || asked.op === '<') && value !== undefined)
    return `in the ${counted(asked.op === '<' ? value - 1 : value, 'day', 'days', asked.t)} before their birthday`
  return undefined
}

const since = (event: string): FactSpeech => ({
  clause: (asked, about) =>
    `${whose(about)} ${event} ${isWords(asked)} days ago`.replace(/(is (not )?known) days ago/, '$1'),
  each: (per, _counted, t) => forEach(per, `day since the ${event}`, `days since the ${event}`, t),
})

export const factsOfCustomers = {
  'card.number': { clause: (asked, about) => `${whose(about)} card number ${isWords(asked)}` },
  'card.setId': cards('set', (values) => `a card of ${orList(values.map(quoted))}`),
  'card.status': {
    clause: (asked, about) =>
      `${whose(about)} card ${isOne(asked) || isOther(asked) ? '' : 'status '}${isWords(asked, { shown: (text) => text.toLowerCase() })}`,
  },
  'card.isEnrolled': flag('has signed up', 'has not signed up'),
  'card.isChild': flag('uses a child card', 'does not use a child card'),
  'card.hasChildren': flag('has child cards', 'has no child cards'),
  'card.daysSinceActivation': since('card activation'),
  'card.daysSinceEnrollment': since('sign-up'),
  'program.id': cards('program', (values) => `${article(values[0] ?? gap)} ${orList(values)} card`),

  'customer.firstName': field('first name'),
  'customer.middleName': field('middle name'),
  'customer.lastName': field('last name'),
  'customer.birthday': dayField('date of birth'),
  'customer.anniversary': dayField('anniversary'),
  'customer.gender': field('gender'),
  'customer.email': field('e-mail address'),
  'customer.phone': field('phone number'),
  'customer.mobilePhone': field('mobile number'),
  'customer.address1': field('address'),
  'customer.address2': field('second address line'),
  'customer.city': field('city'),
  'customer.state': field('state'),
  'customer.postal': field('postal code'),
  'customer.country': field('country'),
  'customer.latitude': number('latitude', 'degree of latitude', 'degrees of latitude'),
  'customer.longitude': number('longitude', 'degree of longitude', 'degrees of longitude'),
  'customer.isMobile': letter('Y', 'has a mobile phone', 'has no mobile phone'),
  'customer.mobileCarrier': field('mobile network'),
  'customer.phonePref': letter('I', 'wants phone calls', 'wants no phone calls'),
  'customer.mailPref': letter('I', 'wants letters', 'wants no letters'),
  'customer.emailPref': letter('I', 'wants e-mails', 'wants no e-mails'),
  'customer.profileType': field('kind of profile'),
  'customer.flv': number('lifetime value', 'unit of lifetime value', 'units of lifetime value'),
  'customer.affiliatedLocations': {
    clause: (asked, about) =>
      isAny(asked) || asked.op === 'missing'
        ? `${who(about)} belongs to ${isAny(asked) ? 'a' : 'no'} location`
        : `${who(about)} ${isOther(asked) ? 'does not belong' : 'belongs'} to ${orList(asked.values)}`,
  },
  'customer.age': {
    clause: (asked, about) =>
      asked.op === 'exists' || asked.op === 'missing'
        ? `${whose(about)} age ${isWords(asked)}`
        : `${who(about)} ${isWords(asked)} years old`,
    each: (per, _counted, t) => forEach(per, 'year of age', 'years of age', t),
  },
  'customer.birthdayInDays': {
    clause: (asked, about) => {
      const text = birthdayWords(asked)
      if (text !== undefined) return `it is ${text}`.replace('their', about === 'customer' ? "the customer's" : 'their')
      return `the days to ${whose(about) === 'whose' ? 'the' : whose(about)} birthday are ${isWords(asked).replace(/^is /, '')}`
    },
    phrase: (asked) => {
      const text = birthdayWords(asked)
      return text === undefined ? undefined : { slot: 'time', text }
    },
    each: (per, _counted, t) => forEach(per, 'day to the birthday', 'days to the birthday', t),
  },
  demographic: { clause: (asked, about) => `${whose(about)} ${ownField(asked)} ${isWords(asked)}` },
  optIn: {
    clause: (asked, about) => `${who(about)} wants ${asked.isWanted ? '' : 'no '}${messagesWords(asked)}`,
  },
  segment: {
    clause: (asked, about) => {
      const names = asked.values.map(quoted)
      if (asked.op === 'exists' || asked.op === 'missing')
        return `${who(about)} is in ${asked.op === 'exists' ? 'a' : 'no'} segment`
      return `${who(about)} is ${isOther(asked) ? 'not ' : ''}in the segment ${orList(names)}`
    },
    phrase: (asked) =>
      isOne(asked) ? { slot: 'card', text: `from the segment ${orList(asked.values.map(quoted))}` } : undefined,
  },
  tier: {
    clause: (asked, about) => {
      if (asked.op === 'exists' || asked.op === 'missing')
        return `${who(about)} has ${asked.op === 'exists' ? 'a' : 'no'} level`
      return isOne(asked) || isOther(asked)
        ? `${who(about)} is ${isOther(asked) ? 'not ' : ''}${memberWords(asked)}`
        : `${whose(about)} level ${isWords(asked)}`
    },
    phrase: (asked) => (isOne(asked) ? { slot: 'member', text: memberWords(asked) } : undefined),
  },
  'tier.rank': {
    clause: (asked, about) => rankWords(asked, who(about)) ?? `the rank of ${whose(about)} level ${isWords(asked)}`,
    each: (per, _counted, t) => forEach(per, 'rank of the level', 'ranks of the level', t),
  },
  'tier.missing': {
    clause: (asked, about) =>
      `what ${who(about) === 'who' ? 'somebody' : 'the customer'} lacks to the next level ${isWords(asked)}`,
    each: (per, _counted, t) => forEach(per, 'unit missing to the next level', 'units missing to the next level', t),
  },
  'score.total': number('score', 'point of the score', 'points of the score'),
  'score.recency': number('recency score', 'point of the recency score', 'points of the recency score'),
  'score.frequency': number('frequency score', 'point of the frequency score', 'points of the frequency score'),
  'score.monetary': number('spending score', 'point of the spending score', 'points of the spending score'),
  random: {
    clause: (asked, about) => {
      const [share] = asked.given.map(numberIn)
      if (asked.op === '<' && share !== undefined)
        return `${who(about)} is among a random ${asked.t.number(share)} % of customers`
      return `${whose(about)} random number ${isWords(asked)}`
    },
    each: (per, _counted, t) => forEach(per, 'unit of the random number', 'units of the random number', t),
  },
} satisfies Partial<Speech['facts']>

/** Ranks are known by number only: 1 is the lowest level. */
function rankWords(asked: AskedFact, subject: string): string | undefined {
  const value = soleNumber(asked)
  if (value === undefined) return undefined
  if ((asked.op === '>=' && value === 1) || (asked.op === '>' && value === 0)) return `${subject} has reached a level`
  if ((asked.op === '=' && value === 0) || (asked.op === '<' && value === 1)) return `${subject} has no level yet`
  const level = `the ${andList([rankName(value)])} level`
  if (asked.op === '=') return `${subject} is at ${level}`
  if (asked.op === '>=') return `${subject} is at ${level} or higher`
  if (asked.op === '<=') return `${subject} is at ${level} or lower`
  return undefined
}

function rankName(rank: number): string {
  if (rank === 1) return 'lowest'
  return quantityName[rank] ?? `${rank}th lowest`
}

const quantityName: Readonly<Record<number, string>> = { 2: 'second lowest', 3: 'third lowest', 4: 'fourth lowest' }
