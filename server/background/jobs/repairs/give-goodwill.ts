import { updateBalanceRequest, updateBalanceResponse } from '../../../calls/operations/balance/parts/contract.ts'
import { checkUpdateBalance } from '../../../calls/operations/balance/parts/update-balance-form.ts'
import { updateBalance, updateBalanceQuietly } from '../../../calls/operations/balance/update-balance.ts'
import { command } from '../../../calls/operations/operation.ts'

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
  decide: updateBalanceQuietly,
})
