import { updateBalanceRequest, updateBalanceResponse } from '../../../calls/operations/balance/parts/contract.ts'
import { checkUpdateBalance } from '../../../calls/operations/balance/parts/update-balance-form.ts'
import { updateBalance, updateBalanceQuietly } from '../../../calls/operations/balance/update-balance.ts'
import { command } from '../../../calls/operations/operation.ts'
import { refuse } from '../../../ground/kernel/errors.ts'
import { movedAway } from './take-gift-back.ts'

/**
 * Gives a card something as goodwill. Only the repairs job runs it. It is an updateBalance in everything but that no rule
 * of trigger request runs after it: what it gives was judged, and nothing more may come of it.
 */
export const giveGoodwill = command({
  name: 'giveGoodwill',
  summary: 'Give a card something as goodwill for a mistake of a campaign.',
  callType: 'UPDATE_BALANCE',
  requestModel: 'GiveGoodwillRequest',
  responseModel: 'GiveGoodwillResponse',
  request: updateBalanceRequest,
  response: updateBalanceResponse,
  check: checkUpdateBalance,
  touches: updateBalance.touches,
  decide: (context) => {
    const { cardNumber: root, childCardNumber: child } = context.request
    const card = child === undefined ? context.card(root) : context.child({ root, child })
    // It would be refused all the same; but that the value is elsewhere is no reason to give nothing.
    if (card?.transferredBy || card?.status === 'Transfer')
      return refuse(movedAway, 'What it had is on its way to another card, or there by now.')
    return updateBalanceQuietly(context)
  },
})
