import type { ProductWords } from '../../brand/facts/say.ts'
import type { DiscountPhrases, ProductPhrases } from '../grammar/phrases.ts'
import { lists } from './lists.ts'

const { andList, orList, quoted } = lists

/** `drinks` and `gift cards` can be bought; `bakery` is where something is from. */
const isPlural = (name: string) => /[a-z]s$/.test(name) && !/(ss|us|is)$/.test(name)

export const products: ProductPhrases = {
  named: (names, rest) => {
    const either = `${orList(names)}${rest}`
    return {
      some: either,
      all: `${andList(names)}${rest}`,
      each: either,
      count: (count) => `${count} ${either}`,
      isSingle: names.length === 1,
    }
  },
  items: (rest, isAny) => ({
    some: `${isAny ? 'anything' : 'something'}${rest}`,
    all: `everything${rest}`,
    each: `item${rest}`,
    count: (count) => `${count} ${count === '1' ? 'item' : 'items'}${rest}`,
    isSingle: false,
  }),
  plural: (categories, rest): ProductWords | undefined => {
    if (!categories.every(isPlural)) return undefined
    const [all, either] = [andList(categories), orList(categories)]
    return {
      some: `${either}${rest}`,
      all: `${all}${rest}`,
      each: `of the ${all}${rest}`,
      count: (count) => `${count === '1' ? `one of the ${all}` : `${count} ${either}`}${rest}`,
      isSingle: false,
    }
  },
  from: (places) => ` from ${places.join(' and at the same time ')}`,
  within: (from) => ` (only${from})`,
  priceBetween: (from, to) => ` costing ${from} to ${to} each`,
  priceFrom: (from) => ` costing at least ${from} each`,
  priceTo: (to) => ` costing at most ${to} each`,
  category: (name) => (isPlural(name) ? name : quoted(name)),
  except: (what) => ` except ${what}`,
  attributes: {
    is: (name, values) => ` with ${name} ${values}`,
    from: (name, from) => ` with ${name} of at least ${from}`,
    to: (name, to) => ` with ${name} of at most ${to}`,
    between: (name, from, to) => ` with ${name} from ${from} to ${to}`,
    marked: (name, isMarked) => (isMarked ? ` marked as ${name}` : ` marked as not ${name}`),
    those: (detail) => `items${detail}`,
  },
}

export const discounts: DiscountPhrases = {
  freeShipping: 'free shipping',
  freePurchase: 'the purchase is free',
  off: (amount) => `${amount} off`,
  shipping: ' shipping',
  offProducts: (off, what) => `${off} ${what}`,
  free: (what) => `${what} free`,
  forPrice: (what, price) => `${what} for ${price}`,
  forPriceEach: (what, price) => `${what} for ${price} each`,
  buy: (what) => `buy ${what}, `,
  get: (benefit) => `get ${benefit}`,
  picked: (pick, isOne) => `${pick === 'cheapest' ? 'the cheapest' : 'the most expensive'}${isOne ? '' : ' ones'}`,
  asOftenAsItFits: 'as often as it fits',
  repeated: (count) => `up to ${count} times per purchase`,
  atMost: (amount) => `at most ${amount}`,
  onOriginalPrice: 'calculated on the original price',
  twoForOne: (what) => `buy one ${what}, get one free`,
  together: (what) => ` together with ${what}`,
  usedOnce: 'can be used once',
  usedUpTo: (count) => `can be used up to ${count} times`,
}
