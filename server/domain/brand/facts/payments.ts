import { parseDecimal } from '../../../ground/kernel/money.ts'
import { type AskedFact, isOne } from './asked.ts'
import { textIn } from './draft.ts'
import type { Fact } from './fact.ts'
import { amounting, found, listed, missing } from './reading.ts'
import type { EnglishSay, FactSpeech, GermanSay } from './say.ts'

/** Presented with the purchase, or not. */
const presentedInEnglish = (words: (asked: AskedFact, say: EnglishSay) => string): FactSpeech<EnglishSay> => ({
  clause: (asked, say) =>
    `${asked.isWanted ? '' : 'not '}${words(asked, say)} is presented`.replace(/^not an? /, 'no '),
  phrase: (asked, say) => ({ slot: 'with', text: `${asked.isWanted ? 'using' : 'without'} ${words(asked, say)}` }),
})

const presentedInGerman = (words: (asked: AskedFact, say: GermanSay) => string): FactSpeech<GermanSay> => ({
  clause: (asked, say) => `der Kunde ${asked.isWanted ? 'einen' : 'keinen'} ${words(asked, say)} vorlegt`,
  phrase: (asked, say) => ({ slot: 'with', text: `${asked.isWanted ? 'mit einem' : 'ohne'} ${words(asked, say)}` }),
})

/** How it was paid, between two texts; nothing where any payment counts. */
const type = (
  counted: { readonly type?: unknown },
  before: string,
  after: string,
  quoted: (text: string) => string,
) => {
  const text = textIn(counted.type)
  return text === undefined ? '' : `${before}${quoted(text)}${after}`
}

const sentInEnglish = (key: unknown, say: EnglishSay) => `the value ${say.quotedIn(key)} sent by the till`
const sentInGerman = (key: unknown, say: GermanSay) => `die Angabe ${say.quotedIn(key)} der Kasse`

/** Facts about payments, coupons, codes and what the caller sends. */
export const paymentFacts = {
  'payments.total': {
    type: 'amount',
    isLocal: true,
    of: 'call',
    takes: ['type'],
    meaning: 'What is paid, in total or by one type.',
    example: '{ fact: payments.total, type: cash, op: ">=", value: 10 }',
    read: ({ call: { payments, checkout, work }, given }) => {
      if (!checkout) return missing
      work.spend(payments.length)
      const meant = payments.filter((payment) => given.type === undefined || payment.type === given.type)
      const total = meant.reduce((sum, payment) => sum + payment.amount, 0)
      return amounting(total, checkout.scale)
    },
    en: {
      name: 'Amount paid',
      clause: (asked, say) => `the amount paid${type(asked.arguments, ' by ', '', say.quoted)} ${say.is(asked)}`,
      each: (per, say, counted) => say.perMoney(per, ` paid${type(counted, ' by ', '', say.quoted)}`),
    },
    de: {
      name: 'Bezahlter Betrag',
      clause: (asked, say) =>
        `der ${type(asked.arguments, 'mit ', ' ', say.quoted)}bezahlte Betrag ${say.amountsTo(asked)}`,
      each: (per, say, counted) => say.perMoney(per, ` Zahlung${type(counted, ' per ', '', say.quoted)}`),
    },
  },
  'payments.types': {
    type: 'text',
    list: true,
    of: 'call',
    meaning: 'The types of the payments.',
    example: '{ fact: payments.types, op: in, value: [visa, mastercard] }',
    read: ({ call: { payments, work } }) => {
      work.spend(payments.length)
      return listed([...new Set(payments.map((payment) => payment.type).filter((one) => one !== ''))])
    },
    en: {
      name: 'Means of payment',
      clause: (asked, say) => `the means of payment ${say.is(asked, { shown: say.quoted })}`,
      phrase: (asked, say) =>
        isOne(asked) ? { slot: 'with', text: `paid by ${say.orList(asked.values.map(say.quoted))}` } : undefined,
    },
    de: {
      name: 'Zahlungsarten',
      clause: (asked, say) => `die Zahlungsart ${say.is(asked, { shown: say.quoted })}`,
      phrase: (asked, say) =>
        isOne(asked)
          ? { slot: 'with', text: `mit Zahlung per ${say.orList(asked.values.map(say.quoted))}` }
          : undefined,
    },
  },
  coupon: {
    type: 'flag',
    of: 'call',
    takes: ['set', 'tag'],
    meaning: 'A valid coupon was presented.',
    example: '{ fact: coupon, set: welcome }',
    read: (view) => view.presents('coupon'),
    en: {
      name: 'A coupon was presented',
      ...presentedInEnglish(({ arguments: { set, tag } }, say) => {
        const of = set === undefined ? 'a coupon' : `a ${say.quoted(say.called('couponSet', set))} coupon`
        return tag === undefined ? of : `${of} tagged ${say.quotedIn(tag)}`
      }),
    },
    de: {
      name: 'Coupon wurde vorgelegt',
      ...presentedInGerman(({ arguments: { set, tag } }, say) => {
        const of = set === undefined ? 'Coupon' : `Coupon ${say.quoted(say.called('couponSet', set))}`
        return tag === undefined ? of : `${of} mit dem Etikett ${say.quotedIn(tag)}`
      }),
    },
  },
  code: {
    type: 'flag',
    of: 'call',
    takes: ['set'],
    meaning: 'A public code was presented and may be used.',
    example: '{ fact: code, set: posters }',
    read: (view) => view.presents('code'),
    en: {
      name: 'A public code was given',
      ...presentedInEnglish(({ arguments: { set } }, say) =>
        set === undefined ? 'a public code' : `a ${say.quoted(say.called('couponSet', set))} code`,
      ),
    },
    de: {
      name: 'Öffentlicher Code wurde genannt',
      ...presentedInGerman(({ arguments: { set } }, say) =>
        set === undefined ? 'öffentlichen Code' : `Code aus ${say.quoted(say.called('couponSet', set))}`,
      ),
    },
  },
  keyValue: {
    type: 'text',
    list: true,
    of: 'call',
    requires: ['key'],
    meaning: "The caller's own values of a key.",
    example: '{ fact: keyValue, key: channel, op: "=", value: app }',
    read: ({ call: { keyValues, work }, given }) => {
      work.spend(keyValues.length)
      return listed(keyValues.filter(({ key }) => key === given.key).map(({ value }) => value))
    },
    en: {
      name: 'Value sent by the till',
      clause: (asked, say) => `${sentInEnglish(asked.arguments.key, say)} ${say.is(asked, { shown: say.quoted })}`,
    },
    de: {
      name: 'Angabe der Kasse',
      clause: (asked, say) => `${sentInGerman(asked.arguments.key, say)} ${say.is(asked, { shown: say.quoted })}`,
    },
  },
  'keyValue.number': {
    type: 'number',
    of: 'call',
    requires: ['key'],
    meaning: 'The first of them, as a number.',
    example: '{ fact: keyValue.number, key: table, op: "<=", value: 12 }',
    read: ({ call: { keyValues, work }, given }) => {
      work.spend(keyValues.length)
      const first = keyValues.find(({ key }) => key === given.key)
      return found(first && parseDecimal(first.value.trim()))
    },
    en: {
      name: 'Number sent by the till',
      clause: (asked, say) => `${sentInEnglish(asked.arguments.key, say)} ${say.is(asked)}`,
      each: (per, say, { key }) =>
        say.forEach(per, `one of ${sentInEnglish(key, say)}`, `of ${sentInEnglish(key, say)}`),
    },
    de: {
      name: 'Angabe der Kasse als Zahl',
      clause: (asked, say) => `${sentInGerman(asked.arguments.key, say)} ${say.amountsTo(asked)}`,
      each: (per, say, { key }) => {
        const of = `der Angabe ${say.quotedIn(key)} der Kasse`
        return say.forEach(per, `Einheit ${of}`, `Einheiten ${of}`)
      },
    },
  },
} as const satisfies Record<string, Fact>
