import { type AskedFact, isAny, isNone, isRange } from './asked.ts'
import { gap } from './draft.ts'
import type { Fact } from './fact.ts'
import { amounting, counted, found, missing } from './reading.ts'
import type { EnglishSay, FactSay, GermanSay, Phrase } from './say.ts'

/** Products are said instead of something that is bought. */
function bought(asked: AskedFact, say: FactSay): Phrase | undefined {
  const products = say.products(asked.arguments.where)
  if (isAny(asked)) return { slot: 'what', text: products.some }
  return isRange(asked) && !isNone(asked) ? { slot: 'what', text: products.count(say.quantity(asked)) } : undefined
}

function quantityInEnglish(asked: AskedFact, say: EnglishSay): string {
  const products = say.products(asked.arguments.where)
  if (isNone(asked)) return `${products.some} is not in the purchase`
  if (isAny(asked)) return `${products.some} is in the purchase`
  if (!isRange(asked)) return `the number of items of ${products.all} ${say.is(asked)}`
  return `the purchase has ${products.count(say.quantity(asked))}`
}

function quantityInGerman(asked: AskedFact, say: GermanSay): string {
  const products = say.products(asked.arguments.where)
  if (isNone(asked)) return `kein ${products.each} gekauft wird`
  if (isAny(asked)) return `${products.some} gekauft wird`
  if (!isRange(asked)) return `die Anzahl ${products.genitive} ${say.amountsTo(asked)}`
  return `${products.count(say.quantity(asked))} gekauft werden`
}

const each = (per: unknown, say: FactSay, where: unknown, [one, many]: readonly [string, string]) => {
  const products = say.products(where)
  if (per === undefined || Number(per) === 1) return `${one} ${products.each}`
  return `${many} ${products.count(per === null ? gap : say.number(per))}`
}

/** Facts about the products of a checkout. */
export const productFacts = {
  'products.quantity': {
    type: 'number',
    of: 'call',
    takes: ['where'],
    meaning: 'Units of the matching products.',
    example: '{ fact: products.quantity, where: { sku: [LAT] }, op: ">=", value: 2 }',
    read: ({ call: { basket }, given }) => found(basket?.products(given.where).quantity),
    en: {
      name: 'Number of certain products',
      clause: quantityInEnglish,
      phrase: bought,
      each: (per, say, { where }) => each(per, say, where, ['for each', 'for every']),
    },
    de: {
      name: 'Anzahl bestimmter Produkte',
      clause: quantityInGerman,
      phrase: bought,
      each: (per, say, { where }) => each(per, say, where, ['je', 'für je']),
    },
  },
  'products.total': {
    type: 'amount',
    isLocal: true,
    of: 'call',
    takes: ['where'],
    meaning: 'What they cost after discounts so far.',
    example: '{ fact: products.total, where: { except: { category: [gift-cards] } }, op: ">=", value: 15 }',
    read: ({ call: { basket, checkout }, given }) =>
      basket && checkout ? amounting(basket.products(given.where).total, checkout.scale) : missing,
    en: {
      name: 'Amount spent on certain products',
      clause: (asked, say) => `the amount spent on ${say.products(asked.arguments.where).all} ${say.is(asked)}`,
      phrase: (asked, say) => {
        if (!isRange(asked)) return undefined
        return { slot: 'what', text: `${say.products(asked.arguments.where).some} for ${say.quantity(asked)}` }
      },
      each: (per, say, { where }) => say.perMoney(per, ` spent on ${say.products(where).all}`),
    },
    de: {
      name: 'Betrag für bestimmte Produkte',
      clause: (asked, say) => `der Betrag für ${say.products(asked.arguments.where).things} ${say.amountsTo(asked)}`,
      phrase: (asked, say) => {
        if (!isRange(asked)) return undefined
        return { slot: 'what', text: `für ${say.quantity(asked)} ${say.products(asked.arguments.where).some}` }
      },
      each: (per, say, { where }) => say.perMoney(per, ` für ${say.products(where).things}`),
    },
  },
  'products.lines': {
    type: 'number',
    of: 'call',
    takes: ['where'],
    meaning: 'How many lines match.',
    example: '{ fact: products.lines, where: { parent: [COFFEE], minUnitPrice: 4 }, op: ">=", value: 1 }',
    read: ({ call: { basket }, given }) => counted(basket?.products(given.where).lines),
    en: {
      name: 'Receipt lines with certain products',
      clause: (asked, say) =>
        `the number of receipt lines with ${say.products(asked.arguments.where).all} ${say.is(asked)}`,
      each: (per, say, { where }) => {
        const { some } = say.products(where)
        return say.forEach(per, `receipt line with ${some}`, `receipt lines with ${some}`)
      },
    },
    de: {
      name: 'Belegpositionen mit bestimmten Produkten',
      clause: (asked, say) =>
        `die Anzahl der Belegpositionen für ${say.products(asked.arguments.where).things} ${say.amountsTo(asked)}`,
      each: (per, say, { where }) => {
        const { things } = say.products(where)
        return say.forEach(per, `Belegposition für ${things}`, `Belegpositionen für ${things}`)
      },
    },
  },
} as const satisfies Record<string, Fact>
