import { comparison } from '../comparison.ts'
import type { CardChoice } from '../load/run.ts'
import { cardCount } from '../stock.ts'
import { redeemCall, redeemStatement } from './redeem.ts'

export const hotCards: CardChoice = { count: cardCount, hot: { oneIn: 5, count: 10 } }

/** The same redemption with a fifth of the traffic at ten cards, as on the day of a campaign. */
export const hotCard = comparison({
  name: 'hotCard',
  target: 1,
  call: redeemCall,
  cards: hotCards,
  statement: redeemStatement,
})
