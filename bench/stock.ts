import type { CardChoice } from './load/run.ts'
import { demographicField } from './people.ts'
import { campaignsOf, couponSets, locations, productsFor } from './rule-book.ts'

/** The brand that most cases share. */
export const brandId = 'bench'
export const apiKey = { key: 'bench', secret: 'bench-secret-0123456789' }
export const cardSetId = 'cards'
export const programId = 'rewards'
export const cardCount = 100_000
export const uniformCards: CardChoice = { count: cardCount }
export const fewRules = 10

/** The number of card 0; those of a stock begin with card 1. All have the same length. */
export const numberBase = 900_000_000_000

export const programZone = 'America/New_York'

export const programOf = () => ({
  id: programId,
  name: 'Rewards',
  type: 'loyalty',
  valueTypes: [
    { balanceType: 'Points', scale: 0 },
    { balanceType: 'Currency', balanceCode: 'USD', scale: 2 },
  ],
  cardSets: [{ id: cardSetId, name: 'Cards', generate: { count: 0, prefix: '9', length: 12 } }],
})

/** A brand whose checkouts have so many rules, and further campaigns. Its cards come by SQL. */
export function brandFile(id: string, rules: number, campaigns: readonly object[] = [], sections = {}): string {
  return JSON.stringify({
    brand: { id, name: 'Bench', country: 'US', currency: 'USD', timeZone: programZone },
    apiKeys: [apiKey],
    locations,
    programs: [programOf()],
    demographicFields: [{ name: demographicField, type: 'String' }],
    couponSets,
    products: productsFor(rules),
    campaigns: [...campaignsOf(rules), ...campaigns],
    ...sections,
  })
}
