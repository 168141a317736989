import { type AskedFact, soleNumber } from '../asked.ts'
import { gap, type Raw, textIn } from '../draft.ts'
import type { FactSpeech, Speech } from '../speech.ts'
import type { Teller } from '../teller.ts'
import { forEach, isWords, orList, perMoney, quantity, quoted, quotedIn } from './phrasing.ts'
import { productWords } from './products.ts'

type Facts = Speech['facts']

const yesOrNo = (yes: string, no: string): FactSpeech => ({ clause: ({ isWanted }) => (isWanted ? yes : no) })

const number = (subject: string, one: string, many: string): FactSpeech => ({
  clause: (asked) => `${subject} ${isWords(asked)}`,
  each: (per, _counted, t) => forEach(per, one, many, t),
})

const money = (subject: string, on: string): FactSpeech => ({
  clause: (asked) => `${subject} ${isWords(asked)}`,
  each: (per, _counted, t) => perMoney(per, on, t),
})

/** `of at least $10` after purchase, `for at least $10` after buys. Points are earned on what is paid, so that needs no words. */
const total = (subject: string, after: string, on: string): FactSpeech => ({
  ...money(subject, on),
  phrase: (asked) =>
    isRange(asked)
      ? { slot: 'spend', text: `for ${quantity(asked)}${after}`, short: `of ${quantity(asked)}${after}` }
      : undefined,
})

const ranges: ReadonlySet<string> = new Set(['<', '<=', '>', '>=', 'between', '='])
export const isRange = ({ op }: AskedFact): boolean => op !== undefined && ranges.has(op)

/** More than none of it. */
function isAny(asked: AskedFact): boolean {
  const value = soleNumber(asked)
  return (asked.op === '>' && value === 0) || (asked.op === '>=' && value === 1)
}

const isNone = (asked: AskedFact): boolean =>
  ((asked.op === '=' || asked.op === '<=') && soleNumber(asked) === 0) || (asked.op === '<' && soleNumber(asked) === 1)

const products = ({ arguments: { where }, t }: AskedFact) => productWords(where, t)

function quantityClause(asked: AskedFact): string {
  if (isNone(asked)) return `${products(asked).some} is not in the purchase`
  if (isAny(asked)) return `${products(asked).some} is in the purchase`
  if (!isRange(asked)) return `the number of items of ${products(asked).all} ${isWords(asked)}`
  return `the purchase has ${products(asked).count(quantity(asked))}`
}

function couponWords({ arguments: { set, tag }, t }: AskedFact): string {
  const of = set === undefined ? 'a coupon' : `a ${quoted(t.called('couponSet', set))} coupon`
  return tag === undefined ? of : `${of} tagged ${quotedIn(tag)}`
}

const codeWords = ({ arguments: { set }, t }: AskedFact) =>
  set === undefined ? 'a public code' : `a ${quoted(t.called('couponSet', set))} code`

/** Presented with the purchase, or not. */
const presented = (words: (asked: AskedFact) => string): FactSpeech => ({
  clause: (asked) => `${asked.isWanted ? '' : 'not '}${words(asked)} is presented`.replace(/^not an? /, 'no '),
  phrase: (asked) => ({ slot: 'with', text: `${asked.isWanted ? 'using' : 'without'} ${words(asked)}` }),
})

const sent = (key: unknown) => `the value ${quotedIn(key)} sent by the till`

const typeWords = (counted: Raw) => {
  const type = textIn(counted.type)
  return type === undefined ? '' : ` by ${quoted(type)}`
}

export const factsOfPurchases = {
  'checkout.total': total('the purchase total', '', ' before discounts'),
  'checkout.netTotal': total('the purchase total after discounts', ' after discounts', ''),
  'checkout.shipping': money('shipping', ' of shipping'),
  'checkout.tip': money('the tip', ' of tip'),
  'checkout.units': {
    ...number('the number of items', 'item', 'items'),
    phrase: (asked) => (isRange(asked) ? { slot: 'what', text: `${quantity(asked)} items` } : undefined),
  },
  'checkout.lines': number('the number of lines on the receipt', 'line on the receipt', 'lines on the receipt'),
  'checkout.orderMode': number('the order mode', 'order mode', 'order modes'),
  'checkout.hasCard': yesOrNo('a card is shown', 'no card is shown'),
  'checkout.isReferred': {
    clause: ({ isWanted }) => `the customer was ${isWanted ? '' : 'not '}referred by another customer`,
  },
  'products.quantity': {
    clause: quantityClause,
    phrase: (asked) => {
      if (isAny(asked)) return { slot: 'what', text: products(asked).some }
      return isRange(asked) && !isNone(asked)
        ? { slot: 'what', text: products(asked).count(quantity(asked)) }
        : undefined
    },
    each: (per, { where }, t) => eachProduct(per, where, t),
  },
  'products.total': {
    clause: (asked) => `the amount spent on ${products(asked).all} ${isWords(asked)}`,
    phrase: (asked) =>
      isRange(asked) ? { slot: 'what', text: `${products(asked).some} for ${quantity(asked)}` } : undefined,
    each: (per, { where }, t) => perMoney(per, ` spent on ${productWords(where, t).all}`, t),
  },
  'products.lines': {
    clause: (asked) => `the number of receipt lines with ${products(asked).all} ${isWords(asked)}`,
    each: (per, { where }, t) =>
      forEach(
        per,
        `receipt line with ${productWords(where, t).some}`,
        `receipt lines with ${productWords(where, t).some}`,
        t,
      ),
  },
  'payments.total': {
    clause: (asked) => `the amount paid${typeWords(asked.arguments)} ${isWords(asked)}`,
    each: (per, counted, t) => perMoney(per, ` paid${typeWords(counted)}`, t),
  },
  'payments.types': {
    clause: (asked) => `the means of payment ${isWords(asked, { shown: quoted })}`,
    phrase: ({ op, values }) =>
      op === '=' || op === 'in' ? { slot: 'with', text: `paid by ${orList(values.map(quoted))}` } : undefined,
  },
  coupon: presented(couponWords),
  code: presented(codeWords),
  keyValue: { clause: (asked) => `${sent(asked.arguments.key)} ${isWords(asked, { shown: quoted })}` },
  'keyValue.number': {
    clause: (asked) => `${sent(asked.arguments.key)} ${isWords(asked)}`,
    each: (per, { key }, t) => forEach(per, `one of ${sent(key)}`, `of ${sent(key)}`, t),
  },
  'referral.checkouts': number(
    'the number of purchases by referred customers',
    'purchase by a referred customer',
    'purchases by referred customers',
  ),
  'referral.total': money('the amount spent by referred customers', ' spent by referred customers'),
  'message.text': {
    clause: (asked) => `the message ${isWords(asked, { shown: quoted })}`,
    phrase: ({ op, values }) =>
      op === '=' || op === 'in' ? { slot: 'event', text: ` ${orList(values.map(quoted))}` } : undefined,
  },
  'message.channel': {
    clause: (asked) => `the channel of the message ${isWords(asked, { shown: quoted })}`,
  },
} satisfies Partial<Facts>

function eachProduct(per: unknown, where: unknown, t: Teller): string {
  const words = productWords(where, t)
  if (per === undefined || Number(per) === 1) return `for each ${words.each}`
  return `for every ${words.count(per === null ? gap : t.number(per))}`
}
