import { text } from '../../../ground/contract/field.ts'
import { changePassword as change } from '../../access/login/change-password.ts'
import { turnDown } from '../refusal.ts'
import { ownRoute } from '../route.ts'
import { originOf } from './origin-of.ts'
import { answerProof } from './proof.ts'

export const changePassword = ownRoute({
  name: 'changePassword',
  summary: 'Sets another password. The other sessions end.',
  request: {
    current: text('The password until now.').required(),
    password: text('The new one: at least 12 characters.').required(),
  },
  response: {},
  run: async (visit) => {
    const { services, visitor, request, isLocal } = visit
    const changed = await change(services, visitor, request, { ...originOf(visit), isLocal })
    if (changed.kind === 'unfit') return turnDown('invalid', changed.text)
    if (changed.kind !== 'changed') return answerProof(changed, 'The password until now is wrong.')
    visit.setToken(changed.token)
    return {}
  },
})
