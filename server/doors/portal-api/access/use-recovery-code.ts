import { text } from '../../../ground/contract/field.ts'
import { isRecoveryCodeOf } from '../../access/factor/show-factor.ts'
import { ownRoute } from '../route.ts'
import { wrongCode } from './factor-routes.ts'
import { takeProof } from './second-factor.ts'

export const useRecoveryCode = ownRoute({
  name: 'useRecoveryCode',
  summary: 'Shows one of the codes that stand in for a second factor that is lost. Each works once.',
  beforeSecondFactor: true,
  request: { code: text('The code.').required() },
  response: {},
  run: (visit) =>
    takeProof(visit, () => isRecoveryCodeOf(visit.services, visit.visitor.loginId, visit.request.code), wrongCode),
})
