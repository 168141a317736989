import { type AskedFact, soleNumber } from '../asked.ts'
import { gap, numberIn, type Raw, rawIn, textIn } from '../draft.ts'
import type { FactSpeech, Speech, Who } from '../speech.ts'
import type { Teller } from '../teller.ts'
import { unit } from './balances.ts'
import { isRange } from './facts-of-purchases.ts'
import { forEach, isWords, ordinal, perMoney, quantity, quoted, who, whose, withinWords } from './phrasing.ts'
import { productWords } from './products.ts'

const withCurrent = ({ including }: Raw) => (including === 'current' ? ', this one included' : '')

const bought = ({ where }: Raw, t: Teller) => (where === undefined ? undefined : productWords(where, t))

const isNever = (asked: AskedFact) =>
  ((asked.op === '=' || asked.op === '<=') && soleNumber(asked) === 0) || (asked.op === '<' && soleNumber(asked) === 1)

/** What is always counted is never missing, but a draft may ask for it. */
const isKnown = ({ op }: AskedFact) => op === 'exists' || op === 'missing'

/** `at least 4 times`, `once`, `more than twice`. */
function times(asked: AskedFact): string {
  const words = quantity(asked)
  const sole = soleNumber(asked)
  if (sole === 1) return words.replace(/\b1$/, 'once')
  return sole === 2 ? words.replace(/\b2$/, 'twice') : `${words} times`
}

function checkoutsClause(asked: AskedFact, about: Who): string {
  const { arguments: counted, t } = asked
  const products = bought(counted, t)
  const what = products === undefined ? '' : ` ${products.some}`
  const during = withinWords(counted.within, t)
  if (isNever(asked))
    return `${who(about)} has not bought ${products === undefined ? 'anything' : what.trim()}${during || ' yet'}`
  const of = products === undefined ? '' : ` of ${products.all}`
  if (!isRange(asked)) return `the number of ${purchases(about)}${of}${during} ${isWords(asked)}`
  return `${who(about)} has bought${what === '' ? ' something' : what} ${times(asked)}${during}${withCurrent(counted)}`
}

/** A segment has no customer to name. */
const purchases = (about: Who) => (about === 'customer' ? "the customer's purchases" : 'whose purchases')

/** The first purchase, the fifth purchase of the month. */
function whichPurchase(asked: AskedFact): string | undefined {
  const { arguments: counted, op } = asked
  const value = soleNumber(asked)
  const calendar = textIn(rawIn(counted.within).calendar)
  if (op !== '=' || value === undefined || counted.where !== undefined || !Number.isInteger(value)) return undefined
  if (counted.within !== undefined && calendar === undefined) return undefined
  const number = counted.including === 'current' ? value : value + 1
  return number < 1 ? undefined : `${ordinal(number)} purchase${calendar === undefined ? '' : ` of the ${calendar}`}`
}

const whom = (about: Who) => (about === 'customer' ? 'the customer' : 'somebody')

const balanceUnit = (valueType: Raw, t: Teller) => [unit(valueType, true, t), unit(valueType, false, t)] as const

const held = (where: string, which: (asked: AskedFact) => string): FactSpeech => ({
  clause: (asked, about) => {
    const units = `${unit(asked.arguments, false, asked.t)}${which(asked)}`
    if (isNever(asked)) return `${who(about)} has no ${units}`
    if (!isRange(asked)) return `${whose(about)} balance of ${units} ${isWords(asked)}`
    return `${who(about)} has ${quantity(asked)}${which(asked)}`
  },
  each: (per, valueType, t) => {
    if (valueType.balanceType === 'Currency') return perMoney(per, where, t)
    const [one, many] = balanceUnit(valueType, t)
    return forEach(per, `${one}${where}`, `${many}${where}`, t)
  },
})

/** ` within 30 days`, ` this month`. */
function soonWords(within: unknown, t: Teller): string {
  const { days, calendar } = rawIn(within)
  const unitOfTime = textIn(calendar)
  if (unitOfTime !== undefined) return unitOfTime === 'day' ? ' today' : ` this ${unitOfTime}`
  return days === undefined ? ` within ${gap}` : ` within ${t.number(days)} days`
}

const eventName = ({ categoryId, eventType }: Raw, t: Teller) => {
  const name = categoryId === undefined ? 'any event' : `the event ${quoted(t.called('eventType', categoryId))}`
  const type = textIn(eventType)
  return type === undefined ? name : `${name} (${type})`
}

const daysAgo = (asked: AskedFact, event: string, never: string): string => {
  if (asked.op === 'missing') return never
  if (asked.op === 'exists') return event.replace(/ was$/, ' is known').replace(' last had ', ' has had ')
  return `${event} ${quantity(asked)} ${soleNumber(asked) === 1 ? 'day' : 'days'} ago`
}

export const factsOfHistory = {
  balance: held(' on the card', () => ''),
  'balance.held': held(' on hold', () => ' on hold'),
  'balance.expiring': {
    ...held(' that expires soon', (asked) => ` that expire${soonWords(asked.arguments.within, asked.t)}`),
    each: (per, counted, t) => {
      const when = `expiring${soonWords(counted.within, t)}`
      if (counted.balanceType === 'Currency') return perMoney(per, ` ${when}`, t)
      const [one, many] = balanceUnit(counted, t)
      return forEach(per, `${one} ${when}`, `${many} ${when}`, t)
    },
  },
  'history.checkouts': {
    clause: checkoutsClause,
    phrase: (asked) => {
      const which = whichPurchase(asked)
      return which === undefined ? undefined : { slot: 'which', text: `as their ${which}`, short: `the ${which}` }
    },
    each: (per, counted, t) => {
      const during = withinWords(counted.within, t) || ' so far'
      const of = bought(counted, t)
      const what = of === undefined ? '' : ` of ${of.all}`
      return forEach(per, `purchase${what}${during}`, `purchases${what}${during}`, t)
    },
  },
  'history.spend': {
    clause: (asked, about) => {
      const { arguments: counted, t } = asked
      const on = bought(counted, t) === undefined ? '' : ` on ${bought(counted, t)?.all}`
      const during = withinWords(counted.within, t) || ' so far'
      if (isKnown(asked))
        return `${who(about)} has ${asked.op === 'exists' ? 'spent something' : 'never spent anything'}${on}${during}`
      return `${who(about)} has spent ${quantity(asked)}${on}${during}${withCurrent(counted)}`
    },
    each: (per, counted, t) => {
      const on = bought(counted, t) === undefined ? '' : ` on ${bought(counted, t)?.all}`
      return perMoney(per, ` spent${on}${withinWords(counted.within, t) || ' so far'}`, t)
    },
  },
  'history.quantity': {
    clause: (asked, about) => {
      const { arguments: counted, t } = asked
      const during = withinWords(counted.within, t) || ' so far'
      const products = productWords(counted.where, t)
      if (isNever(asked))
        return `${who(about)} has not bought ${counted.where === undefined ? 'anything' : products.some}${during}`
      if (isKnown(asked))
        return `${who(about)} has ${asked.op === 'exists' ? '' : 'not '}bought ${products.some}${during}`
      return `${who(about)} has bought ${products.count(quantity(asked))}${during}${withCurrent(counted)}`
    },
    each: (per, counted, t) => {
      const products = productWords(counted.where, t)
      const during = withinWords(counted.within, t) || ' so far'
      const isOne = per === undefined || numberIn(per) === 1
      return `${isOne ? `for each ${products.each}` : `for every ${products.count(t.number(per))}`} bought${during}`
    },
  },
  'history.daysSinceLast': {
    clause: (asked, about) => {
      const products = bought(asked.arguments, asked.t)
      const of = products === undefined ? '' : ` of ${products.all}`
      return daysAgo(
        asked,
        `${whose(about)} last purchase${of} was`,
        `${who(about)} has never bought ${products === undefined ? 'anything' : products.some}`,
      )
    },
    each: (per, _counted, t) => forEach(per, 'day since the last purchase', 'days since the last purchase', t),
  },
  'history.distinctLocations': {
    clause: (asked, about) => {
      const { arguments: counted, t } = asked
      if (isKnown(asked)) return `it ${isWords(asked)} at how many locations ${whom(about)} has bought`
      return `${who(about)} has bought in ${quantity(asked)} ${soleNumber(asked) === 1 ? 'location' : 'different locations'}${withinWords(counted.within, t)}`
    },
    each: (per, counted, t) =>
      forEach(
        per,
        `location visited${withinWords(counted.within, t)}`,
        `locations visited${withinWords(counted.within, t)}`,
        t,
      ),
  },
  'event.count': {
    clause: (asked, about) => {
      const { arguments: counted, t } = asked
      const name = eventName(counted, t)
      const during = withinWords(counted.within, t)
      if (isKnown(asked)) return `it ${isWords(asked)} how often ${whom(about)} has had ${name}`
      if (isNever(asked)) return `${who(about)} has not had ${name}${during}`
      return `${who(about)} has had ${name} ${times(asked)}${during}`
    },
    each: (per, counted, t) => {
      const during = withinWords(counted.within, t)
      const of = counted.categoryId === undefined ? '' : ` ${quoted(t.called('eventType', counted.categoryId))}`
      return forEach(per, `event${of}${during}`, `events${of}${during}`, t)
    },
  },
  'event.daysSinceLast': {
    clause: (asked, about) => {
      const name = eventName(asked.arguments, asked.t)
      return daysAgo(asked, `${who(about)} last had ${name}`, `${who(about)} has never had ${name}`)
    },
    each: (per, counted, t) => {
      const name = eventName(counted, t)
      return forEach(per, `day since ${name}`, `days since ${name}`, t)
    },
  },
  counter: {
    clause: (asked, about) => {
      const { arguments: counted, t } = asked
      const name = quoted(t.called('rule', counted.rule))
      const during = withinWords(counted.within, t)
      if (isKnown(asked)) return `it ${isWords(asked)} how often ${whom(about)} has got ${name}`
      const got = `${who(about)} has`
      return isNever(asked) ? `${got} not yet got ${name}${during}` : `${got} got ${name} ${times(asked)}${during}`
    },
    each: (per, counted, t) => {
      const name = quoted(t.called('rule', counted.rule))
      return forEach(per, `time that ${name} applied`, `times that ${name} applied`, t)
    },
  },
} satisfies Partial<Speech['facts']>
