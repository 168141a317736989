import { text } from '../../../ground/contract/field.ts'
import { isTotpOf } from '../../access/factor/show-factor.ts'
import { ownRoute } from '../route.ts'
import { wrongCode } from './factor-routes.ts'
import { takeProof } from './second-factor.ts'

export const useTotp = ownRoute({
  name: 'useTotp',
  summary: 'Shows the second factor: a code of the generator.',
  beforeSecondFactor: true,
  request: { code: text('The six digits.').required() },
  response: {},
  run: (visit) =>
    takeProof(visit, () => isTotpOf(visit.services, visit.visitor.loginId, visit.request.code), wrongCode),
})
