import type { CardChoice } from './load/run.ts'

export const brandId = 'bench'
export const apiKey = { key: 'bench', secret: 'bench-secret-0123456789' }
export const cardSetId = 'cards'
export const cardCount = 100_000
export const uniformCards: CardChoice = { count: cardCount }

/** The number of card 0; those of a stock begin with card 1. All have the same length. */
export const numberBase = 900_000_000_000

/** The smallest brand that can redeem dollars. Its cards come by SQL. */
export const brandFile = JSON.stringify({
  brand: { id: brandId, name: 'Bench', country: 'US', currency: 'USD', timeZone: 'America/New_York' },
  apiKeys: [apiKey],
  locations: [{ id: 'L1', name: 'Pier 1', terminals: ['T1'] }],
  programs: [
    {
      id: 'rewards',
      name: 'Rewards',
      type: 'loyalty',
      valueTypes: [
        { balanceType: 'Points', scale: 0 },
        { balanceType: 'Currency', balanceCode: 'USD', scale: 2 },
      ],
      cardSets: [{ id: cardSetId, name: 'Cards', generate: { count: 0, prefix: '9', length: 12 } }],
    },
  ],
})
