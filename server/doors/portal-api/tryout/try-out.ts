import { simulateRequest, simulateResponse } from '../../../calls/operations/campaign/simulate.ts'
import { isRefusal } from '../../../ground/kernel/errors.ts'
import { turnedDownBy } from '../refusal.ts'
import { brandRoute } from '../route.ts'
import { trySale } from './try-sale.ts'

export const tryOut = brandRoute({
  name: 'tryOut',
  summary: 'Return what a checkout would do, and why each rule would fire or not. Nothing is changed or recorded.',
  permission: 'campaigns.see',
  isConfirmed: false,
  reach: 'brand',
  request: simulateRequest,
  response: simulateResponse,
  run: async (visit) => {
    const answer = await trySale(visit, visit.request)
    return isRefusal(answer) ? turnedDownBy(answer) : answer
  },
})
