import { list, text } from '../../../ground/contract/field.ts'
import { confirmTotp as confirm } from '../../access/factor/set-up-totp.ts'
import { turnDown } from '../refusal.ts'
import { ownRoute } from '../route.ts'
import { findSetUpObstacle } from './factor-routes.ts'
import { originOf } from './origin-of.ts'

export const confirmTotp = ownRoute({
  name: 'confirmTotp',
  summary: 'Puts a code generator into use, by a code of it. The other sessions end.',
  beforeSecondFactor: true,
  request: { code: text('The six digits.').required() },
  response: {
    recoveryCodes: list('Shown once: each stands in for the generator once.', text('A code.')).required(),
  },
  run: async (visit) => {
    const obstacle = findSetUpObstacle(visit)
    if (obstacle) return obstacle
    const confirmed = await confirm(visit.services, visit.visitor, visit.request.code, originOf(visit))
    if (!confirmed) return turnDown('invalid', 'This is not the code that the app shows now. Try the next one.')
    visit.setToken(confirmed.token)
    return { recoveryCodes: confirmed.recoveryCodes }
  },
})
