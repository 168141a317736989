import { type AskedFact, soleNumber } from '../asked.ts'
import { gap, type Raw, textIn } from '../draft.ts'
import type { FactSpeech, Speech } from '../speech.ts'
import type { Teller } from '../teller.ts'
import { forEach, isWords, orList, perMoney, quantity, quoted, quotedIn } from './phrasing.ts'
import { productWords } from './products.ts'

const amounts = { verb: 'beträgt' }

const number = (subject: string, one: string, many: string): FactSpeech => ({
  clause: (asked) => `${subject} ${isWords(asked, amounts)}`,
  each: (per, _counted, t) => forEach(per, one, many, t),
})

const money = (subject: string, on: string): FactSpeech => ({
  clause: (asked) => `${subject} ${isWords(asked, amounts)}`,
  each: (per, _counted, t) => perMoney(per, on, t),
})

/** `ab 10 $` after Einkauf, `für mindestens 10 $` before einkauft. Points are earned on what is paid, so that needs no words. */
const total = (subject: string, after: string, on: string): FactSpeech => ({
  ...money(subject, on),
  phrase: (asked) => {
    if (!isRange(asked)) return undefined
    const from = asked.op === '>=' ? `ab ${asked.values[0] ?? gap}` : `für ${quantity(asked)}`
    return { slot: 'spend', text: `für ${quantity(asked)}${after}`, short: `${from}${after}` }
  },
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
  if (isNone(asked)) return `kein ${products(asked).each} gekauft wird`
  if (isAny(asked)) return `${products(asked).some} gekauft wird`
  if (!isRange(asked)) return `die Anzahl ${products(asked).genitive} ${isWords(asked, amounts)}`
  return `${products(asked).count(quantity(asked))} gekauft werden`
}

function couponWords({ arguments: { set, tag }, t }: AskedFact): string {
  const of = set === undefined ? 'Coupon' : `Coupon ${quoted(t.called('couponSet', set))}`
  return tag === undefined ? of : `${of} mit dem Etikett ${quotedIn(tag)}`
}

const codeWords = ({ arguments: { set }, t }: AskedFact) =>
  set === undefined ? 'öffentlichen Code' : `Code aus ${quoted(t.called('couponSet', set))}`

/** Presented with the purchase, or not. */
const presented = (words: (asked: AskedFact) => string): FactSpeech => ({
  clause: (asked) => `der Kunde ${asked.isWanted ? 'einen' : 'keinen'} ${words(asked)} vorlegt`,
  phrase: (asked) => ({
    slot: 'with',
    text: asked.isWanted ? `mit einem ${words(asked)}` : `ohne ${words(asked)}`,
  }),
})

const sent = (key: unknown) => `die Angabe ${quotedIn(key)} der Kasse`

const typeWords = (counted: Raw) => {
  const type = textIn(counted.type)
  return type === undefined ? '' : `mit ${quoted(type)} `
}

const paidBy = (counted: Raw) => {
  const type = textIn(counted.type)
  return type === undefined ? '' : ` per ${quoted(type)}`
}

export const factsOfPurchases = {
  'checkout.total': total('der Einkaufswert', '', ' vor Rabatten'),
  'checkout.netTotal': total('der Einkaufswert nach Rabatten', ' nach Rabatten', ''),
  'checkout.shipping': {
    ...money('der Versand', ' Versandkosten'),
    clause: (asked) => `der Versand ${isWords(asked, { verb: 'kostet' })}`,
  },
  'checkout.tip': money('das Trinkgeld', ' Trinkgeld'),
  'checkout.units': {
    ...number('die Anzahl der Artikel', 'Artikel', 'Artikel'),
    phrase: (asked) => (isRange(asked) ? { slot: 'what', text: `${quantity(asked)} Artikel` } : undefined),
  },
  'checkout.lines': number('die Anzahl der Belegpositionen', 'Belegposition', 'Belegpositionen'),
  'checkout.orderMode': {
    ...number('die Art der Bestellung', 'Art der Bestellung', 'Arten der Bestellung'),
    clause: (asked) => `die Art der Bestellung ${isWords(asked)}`,
  },
  'checkout.hasCard': { clause: ({ isWanted }) => `${isWanted ? 'eine' : 'keine'} Karte vorgezeigt wird` },
  'checkout.isReferred': {
    clause: ({ isWanted }) => `der Kunde ${isWanted ? '' : 'nicht '}von einem anderen Kunden geworben wurde`,
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
    clause: (asked) => `der Betrag für ${products(asked).things} ${isWords(asked, amounts)}`,
    phrase: (asked) =>
      isRange(asked) ? { slot: 'what', text: `für ${quantity(asked)} ${products(asked).some}` } : undefined,
    each: (per, { where }, t) => perMoney(per, ` für ${productWords(where, t).things}`, t),
  },
  'products.lines': {
    clause: (asked) => `die Anzahl der Belegpositionen für ${products(asked).things} ${isWords(asked, amounts)}`,
    each: (per, { where }, t) => {
      const what = productWords(where, t).things
      return forEach(per, `Belegposition für ${what}`, `Belegpositionen für ${what}`, t)
    },
  },
  'payments.total': {
    clause: (asked) => `der ${typeWords(asked.arguments)}bezahlte Betrag ${isWords(asked, amounts)}`,
    each: (per, counted, t) => perMoney(per, ` Zahlung${paidBy(counted)}`, t),
  },
  'payments.types': {
    clause: (asked) => `die Zahlungsart ${isWords(asked, { shown: quoted })}`,
    phrase: ({ op, values }) =>
      op === '=' || op === 'in' ? { slot: 'with', text: `mit Zahlung per ${orList(values.map(quoted))}` } : undefined,
  },
  coupon: presented(couponWords),
  code: presented(codeWords),
  keyValue: { clause: (asked) => `${sent(asked.arguments.key)} ${isWords(asked, { shown: quoted })}` },
  'keyValue.number': {
    clause: (asked) => `${sent(asked.arguments.key)} ${isWords(asked, amounts)}`,
    each: (per, { key }, t) =>
      forEach(
        per,
        `Einheit der Angabe ${quotedIn(key)} der Kasse`,
        `Einheiten der Angabe ${quotedIn(key)} der Kasse`,
        t,
      ),
  },
  'referral.checkouts': number(
    'die Anzahl der Einkäufe geworbener Kunden',
    'Einkauf geworbener Kunden',
    'Einkäufe geworbener Kunden',
  ),
  'referral.total': money('der Umsatz geworbener Kunden', ' Umsatz geworbener Kunden'),
  'message.text': {
    clause: (asked) => `die Nachricht ${isWords(asked, { verb: 'lautet', shown: quoted })}`,
    phrase: ({ op, values }) =>
      op === '=' || op === 'in' ? { slot: 'event', text: orList(values.map(quoted)) } : undefined,
  },
  'message.channel': {
    clause: (asked) => `der Kanal der Nachricht ${isWords(asked, { shown: quoted })}`,
  },
} satisfies Partial<Speech['facts']>

function eachProduct(per: unknown, where: unknown, t: Teller): string {
  const words = productWords(where, t)
  if (per === undefined || Number(per) === 1) return `je ${words.each}`
  return `für je ${words.count(per === null ? gap : t.number(per))}`
}
