import { currencyScale } from '../../../ground/kernel/currency.ts'
import type { Language } from '../../../ground/kernel/language.ts'
import { templateWords } from './template-words.ts'

export const templateNames = ['cafe', 'giftCards', 'punchCard', 'empty'] as const

export type TemplateName = (typeof templateNames)[number]

/** What somebody says of a brand that they make. */
export interface NewBrand {
  readonly id: string
  readonly name: string
  readonly country: string
  readonly currency: string
  readonly timeZone: string
  readonly language: Language
  /** The name of the first location. */
  readonly location: string
}

/** The first location and its till, as tills have to name them. */
const firstPlace = { id: 'L1', terminals: ['T1'] }

/** Enough for the first days: Home says when they run out, and more are made in the settings. */
const cardsCount = 500

/**
 * The file of a new brand. Nothing of `brand.enable`, no limits and no keys are in it: the first is for the operator, and
 * the others have safe defaults and a step of their own.
 */
export function fileOf(template: TemplateName, brand: NewBrand): object {
  const { location, ...basics } = brand
  return {
    brand: basics,
    locations: [{ ...firstPlace, name: location }],
    programs: [],
    // Whoever forgot their card is served, too: by what only they would know whole.
    portal: { findCustomers: ['phone', 'email'] },
    // A currency that is none is found when the file is read, and told then.
    ...(isCurrency(brand.currency) && templates[template](brand)),
  }
}

const templates: { readonly [Name in TemplateName]: (brand: NewBrand) => object } = {
  cafe,
  giftCards,
  punchCard,
  empty: () => ({}),
}

function cafe({ name, currency, language }: NewBrand): object {
  const words = templateWords[language]
  const unit = unitOf(currency)
  const points = 100
  const spent = { give: 1, per: unit, of: 'checkout.netTotal' }
  const converted = { balanceType: 'Currency', balanceCode: currency, give: 5 * unit, per: points }
  const shown = (amount: number) => shownIn(language, currency, amount)
  return {
    programs: [
      {
        id: 'rewards',
        name: words.rewards(name),
        type: 'loyalty',
        pinLength: 0,
        valueTypes: [
          { balanceType: 'Points', scale: 0, display: words.points },
          { ...money(currency), display: words.credit, maxBalance: 1000 * unit },
        ],
        cardSets: [cardSet('rewards-cards', words.cards, '6006')],
      },
    ],
    campaigns: [
      {
        id: 'earn',
        name: words.earn,
        when: [{ fact: 'program.id', op: '=', value: 'rewards' }],
        rules: [
          rule('per-amount', words.earnRule(shown(unit)), [{ issue: { balanceType: 'Points', amount: spent } }]),
          rule('to-credit', words.convertRule(points, shown(5 * unit)), [
            { convert: { from: { balanceType: 'Points', amount: 'all' }, to: converted } },
          ]),
        ],
      },
    ],
  }
}

function giftCards({ name, currency, language }: NewBrand): object {
  const words = templateWords[language]
  const unit = unitOf(currency)
  const limits = { minIssue: 5 * unit, maxIssue: 500 * unit, maxBalance: 1000 * unit }
  return {
    programs: [
      {
        id: 'gift',
        name: words.gift(name),
        type: 'gift',
        pinLength: 0,
        valueTypes: [{ ...money(currency), ...limits }],
        cardSets: [cardSet('gift-cards', words.giftCards, '6007')],
      },
    ],
  }
}

function punchCard({ name, language }: NewBrand): object {
  const words = templateWords[language]
  const stamps = 9
  const where = { category: ['drinks'] }
  const drinks = { fact: 'products.quantity', where }
  const hasStamps = { fact: 'balance', balanceType: 'Punches', op: '>=', value: stamps }
  // What is free is not paid: a visit for the free drink alone gives no stamp.
  const paid = { fact: 'products.total', where, op: '>', value: 0 }
  const stamp = { balanceType: 'Punches', amount: 1 }
  const free = [
    { discount: { percent: 100, on: { where, pick: 'dearest', units: 1 } } },
    { redeem: { balanceType: 'Punches', amount: stamps } },
  ]
  return {
    programs: [
      {
        id: 'stamps',
        name: words.punchCard(name),
        type: 'loyalty',
        pinLength: 0,
        valueTypes: [{ balanceType: 'Punches', scale: 0, display: words.stamps }],
        cardSets: [cardSet('stamp-cards', words.cards, '6008')],
      },
    ],
    products: [{ sku: 'DRINK', name: words.drink, categories: ['drinks'] }],
    campaigns: [
      {
        id: 'stamps',
        name: words.punchCard(name),
        rules: [
          { ...rule('free', words.freeRule(stamps), free), when: [hasStamps, { ...drinks, op: '>=', value: 1 }] },
          { ...rule('stamp', words.stampRule, [{ issue: stamp }]), when: [paid] },
        ],
      },
    ],
  }
}

/** A rule about purchases. */
const rule = (id: string, name: string, results: readonly object[]) => ({
  id,
  name,
  trigger: 'checkout',
  // biome-ignore lint/suspicious/noThenProperty: the file's own word; a list, never a function
  then: results,
})

const isCurrency = (code: string) => Intl.supportedValuesOf('currency').includes(code)

const money = (currency: string) => ({
  balanceType: 'Currency',
  balanceCode: currency,
  scale: currencyScale(currency),
})

const cardSet = (id: string, name: string, prefix: string) => ({
  id,
  name,
  generate: { count: cardsCount, prefix, length: 16 },
})

/** What people think of as the smallest round sum: a dollar, a hundred yen. */
const unitOf = (currency: string) => (currencyScale(currency) === 0 ? 100 : 1)

const shownIn = (language: Language, currency: string, amount: number) =>
  new Intl.NumberFormat(language, { style: 'currency', currency, maximumFractionDigits: 0 }).format(amount)
