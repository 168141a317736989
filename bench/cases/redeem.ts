import { comparison } from '../comparison.ts'
import type { CallShape } from '../load/run.ts'
import { uniformCards } from '../stock.ts'

export const redeemCall: CallShape = {
  path: '/merchant/updateBalance',
  body: (cardNumber) => ({
    cardNumber,
    action: 'redeem',
    amount: { amount: 0.01, balanceType: 'Currency', balanceCode: 'USD' },
  }),
}

export const redeemStatement = 'select bench_redeem(:brand, :number, :usd, 1)'

/** A redemption of a cent, at cards chosen evenly. */
export const redeem = comparison({
  name: 'redeem',
  target: 1,
  call: redeemCall,
  cards: uniformCards,
  statement: redeemStatement,
})
