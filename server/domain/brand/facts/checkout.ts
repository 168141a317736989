import { isRange } from './asked.ts'
import { gap } from './draft.ts'
import type { Fact } from './fact.ts'
import { money, number, yesOrNo } from './forms.ts'
import { amounting, counted, found, missing } from './reading.ts'
import type { FactSay, FactSpeech } from './say.ts'

/** `of at least $10` after purchase, `for at least $10` after buys. Points are earned on what is paid, so that needs no words. */
const english = (subject: string, after: string, on: string): FactSpeech<FactSay> => ({
  ...money(subject, on),
  phrase: (asked, say) => {
    if (!isRange(asked)) return undefined
    return { slot: 'spend', text: `for ${say.quantity(asked)}${after}`, short: `of ${say.quantity(asked)}${after}` }
  },
})

/** `ab 10 $` after Einkauf, `für mindestens 10 $` before einkauft. */
const german = (subject: string, after: string, on: string): FactSpeech<FactSay> => ({
  ...money(subject, on),
  phrase: (asked, say) => {
    if (!isRange(asked)) return undefined
    const from = asked.op === '>=' ? `ab ${asked.values[0] ?? gap}` : `für ${say.quantity(asked)}`
    return { slot: 'spend', text: `für ${say.quantity(asked)}${after}`, short: `${from}${after}` }
  },
})

/** Facts about the checkout. They are missing in every other call. */
export const checkoutFacts = {
  'checkout.total': {
    type: 'amount',
    isLocal: true,
    of: 'call',
    meaning: 'The total before all discounts.',
    example: '{ fact: checkout.total, op: ">=", value: 20 }',
    read: ({ call: { checkout } }) => (checkout ? amounting(checkout.total, checkout.scale) : missing),
    en: {
      name: 'Total before discounts',
      measured: 'total',
      ...english('the purchase total', '', ' before discounts'),
    },
    de: { name: 'Betrag vor Rabatten', measured: 'Einkaufsbetrag', ...german('der Einkaufswert', '', ' vor Rabatten') },
  },
  'checkout.netTotal': {
    type: 'amount',
    isLocal: true,
    of: 'call',
    meaning: 'The total less all discounts so far.',
    example: '{ fact: checkout.netTotal, op: between, value: [10, 50] }',
    read: ({ call: { checkout } }) => (checkout ? amounting(checkout.netTotal, checkout.scale) : missing),
    en: {
      name: 'Total after discounts',
      measured: 'total after the discounts so far',
      ...english('the purchase total after discounts', ' after discounts', ''),
    },
    de: {
      name: 'Betrag nach Rabatten',
      measured: 'Einkaufsbetrag nach den bisherigen Rabatten',
      ...german('der Einkaufswert nach Rabatten', ' nach Rabatten', ''),
    },
  },
  'checkout.shipping': {
    type: 'amount',
    isLocal: true,
    of: 'call',
    meaning: 'What shipping costs, less discounts so far.',
    example: '{ fact: checkout.shipping, op: ">", value: 0 }',
    read: ({ call: { checkout } }) => (checkout ? amounting(checkout.shipping, checkout.scale) : missing),
    en: { name: 'Shipping costs', measured: 'shipping', ...money('shipping', ' of shipping') },
    de: {
      name: 'Versandkosten',
      measured: 'Versandkosten',
      ...money('der Versand', ' Versandkosten'),
      clause: (asked, say) => `der Versand ${say.is(asked, { verb: 'kostet' })}`,
    },
  },
  'checkout.tip': {
    type: 'amount',
    isLocal: true,
    of: 'call',
    meaning: 'The tip.',
    example: '{ fact: checkout.tip, op: ">=", value: 2 }',
    read: ({ call: { checkout } }) => (checkout ? amounting(checkout.tip, checkout.scale) : missing),
    en: { name: 'Tip', measured: 'tip', ...money('the tip', ' of tip') },
    de: { name: 'Trinkgeld', measured: 'Trinkgeld', ...money('das Trinkgeld', ' Trinkgeld') },
  },
  'checkout.units': {
    type: 'number',
    of: 'call',
    meaning: 'How many units are bought.',
    example: '{ fact: checkout.units, op: ">=", value: 5 }',
    read: ({ call: { basket } }) => found(basket?.products().quantity),
    en: {
      name: 'Number of items',
      measured: 'units in the basket',
      unit: 'units in the basket',
      ...number('the number of items', 'item', 'items'),
      phrase: (asked, say) => (isRange(asked) ? { slot: 'what', text: `${say.quantity(asked)} items` } : undefined),
    },
    de: {
      name: 'Anzahl der Artikel',
      measured: 'Artikel im Einkauf',
      unit: 'Artikel im Einkauf',
      ...number('die Anzahl der Artikel', 'Artikel', 'Artikel'),
      phrase: (asked, say) => (isRange(asked) ? { slot: 'what', text: `${say.quantity(asked)} Artikel` } : undefined),
    },
  },
  'checkout.lines': {
    type: 'number',
    of: 'call',
    meaning: 'How many lines the checkout has.',
    example: '{ fact: checkout.lines, op: ">=", value: 3 }',
    read: ({ call: { basket } }) => counted(basket?.products().lines),
    en: {
      name: 'Number of lines on the receipt',
      measured: 'lines of the basket',
      unit: 'lines in the basket',
      ...number('the number of lines on the receipt', 'line on the receipt', 'lines on the receipt'),
    },
    de: {
      name: 'Anzahl der Positionen auf dem Beleg',
      measured: 'Positionen auf dem Beleg',
      unit: 'Positionen auf dem Beleg',
      ...number('die Anzahl der Belegpositionen', 'Belegposition', 'Belegpositionen'),
    },
  },
  'checkout.orderMode': {
    type: 'number',
    of: 'call',
    meaning: 'How the order was placed, as the caller says it.',
    example: '{ fact: checkout.orderMode, op: "=", value: 2 }',
    read: ({ call: { checkout } }) => counted(checkout?.orderMode),
    en: {
      name: 'How the order was placed (number)',
      measured: 'the order mode',
      ...number('the order mode', 'order mode', 'order modes'),
    },
    de: {
      name: 'Art der Bestellung (Zahl)',
      measured: 'Art der Bestellung',
      ...number('die Art der Bestellung', 'Art der Bestellung', 'Arten der Bestellung'),
      clause: (asked, say) => `die Art der Bestellung ${say.is(asked)}`,
    },
  },
  'checkout.hasCard': {
    type: 'flag',
    of: 'call',
    meaning: 'Whether a card was given.',
    example: '{ fact: checkout.hasCard }',
    read: ({ call: { checkout, card } }) => found(checkout && card !== undefined),
    en: { name: 'A card was shown', ...yesOrNo('a card is shown', 'no card is shown') },
    de: { name: 'Karte wurde vorgezeigt', ...yesOrNo('eine Karte vorgezeigt wird', 'keine Karte vorgezeigt wird') },
  },
  'checkout.isReferred': {
    type: 'flag',
    of: 'call',
    meaning: 'Whether a referring card was given.',
    example: '{ fact: checkout.isReferred }',
    read: ({ call: { checkout, hasReferrer = false } }) => found(checkout && hasReferrer),
    en: {
      name: 'Was referred by another customer',
      ...yesOrNo('the customer was referred by another customer', 'the customer was not referred by another customer'),
    },
    de: {
      name: 'Von einem anderen Kunden empfohlen',
      ...yesOrNo(
        'der Kunde von einem anderen Kunden geworben wurde',
        'der Kunde nicht von einem anderen Kunden geworben wurde',
      ),
    },
  },
} as const satisfies Record<string, Fact>
