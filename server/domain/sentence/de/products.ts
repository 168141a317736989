import type { GermanProductWords } from '../../brand/facts/say.ts'
import type { DiscountPhrases, ProductPhrases } from '../grammar/phrases.ts'
import { lists } from './lists.ts'

const { andList, orList, quoted } = lists

export const products: ProductPhrases<GermanProductWords> = {
  named: (names, rest) => {
    const [all, either] = [`${andList(names)}${rest}`, `${orList(names)}${rest}`]
    return {
      some: either,
      all,
      each: either,
      count: (count) => `${count} ${either}`,
      things: all,
      dative: all,
      genitive: `von ${all}`,
      isSingle: names.length === 1,
    }
  },
  items: (rest) => ({
    some: `etwas${rest}`,
    all: `alles${rest}`,
    each: `Artikel${rest}`,
    count: (count) => `${count} Artikel${rest}`,
    things: `Artikel${rest}`,
    dative: `Artikeln${rest}`,
    genitive: `der Artikel${rest}`,
    isSingle: false,
  }),
  plural: () => undefined,
  from: (places) => ` aus ${places.join(' und zugleich ')}`,
  within: (from) => ` (nur${from})`,
  priceBetween: (from, to) => ` für je ${from} bis ${to}`,
  priceFrom: (from) => ` ab ${from} je Stück`,
  priceTo: (to) => ` bis ${to} je Stück`,
  category: quoted,
  except: (what) => ` außer ${what}`,
  attributes: {
    is: (name, values) => ` mit ${name} ${values}`,
    from: (name, from) => ` mit ${name} ab ${from}`,
    to: (name, to) => ` mit ${name} bis ${to}`,
    between: (name, from, to) => ` mit ${name} von ${from} bis ${to}`,
    marked: (name, isMarked) => (isMarked ? ` mit Kennzeichen ${name}` : ` mit Kennzeichen „nicht ${name}“`),
    those: (detail) => `Artikeln${detail}`,
  },
}

export const discounts: DiscountPhrases = {
  freeShipping: 'kostenloser Versand',
  freePurchase: 'der Einkauf ist gratis',
  off: (amount) => `${amount} Rabatt`,
  shipping: ' auf den Versand',
  offProducts: (off, what) => `${off} auf ${what}`,
  free: (what) => `${what} gratis`,
  forPrice: (what, price) => `${what} für ${price}`,
  forPriceEach: (what, price) => `${what} für je ${price}`,
  buy: (what) => `${what} kaufen, dafür `,
  get: (benefit) => benefit,
  picked: (pick, isOne) => {
    const which = pick === 'cheapest' ? 'günstigste' : 'teuerste'
    return isOne ? `der ${which}` : `die ${which}n`
  },
  asOftenAsItFits: 'so oft es passt',
  repeated: (_, times) => `bis zu ${times} je Einkauf`,
  atMost: (amount) => `höchstens ${amount}`,
  onOriginalPrice: 'berechnet vom ursprünglichen Preis',
  twoForOne: (what) => `zwei ${what} zum Preis von einem`,
  together: (what) => ` zusammen mit ${what}`,
  usedOnce: 'einmal einlösbar',
  usedUpTo: (_, times) => `bis zu ${times} einlösbar`,
}
