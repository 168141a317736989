import { id } from '../../../ground/contract/field.ts'
import { removeFactor as remove } from '../../access/factor/remove-factor.ts'
import { turnDown } from '../refusal.ts'
import { ownRoute } from '../route.ts'
import { originOf } from './origin-of.ts'

export const removeFactor = ownRoute({
  name: 'removeFactor',
  summary: 'Removes a second factor. The other sessions end.',
  isConfirmed: true,
  request: { factorId: id('The factor.').required() },
  response: {},
  run: async (visit) => {
    const removed = await remove(visit.services, visit.visitor, visit.request.factorId, originOf(visit))
    if (removed === 'needed')
      return turnDown('forbidden', 'Your role needs a second factor, and this is the last. Set up another one first.')
    return removed === 'removed' ? {} : turnDown('notFound', 'There is no such factor.')
  },
})
