import { text } from '../../../ground/contract/field.ts'
import { addPasskey as add } from '../../access/factor/passkeys.ts'
import { turnDown } from '../refusal.ts'
import { ownRoute } from '../route.ts'
import { findSetUpObstacle, passkeyField, wrongPasskey } from './factor-routes.ts'
import { originOf } from './origin-of.ts'

export const addPasskey = ownRoute({
  name: 'addPasskey',
  summary: 'Adds a passkey as a second factor. The other sessions end.',
  beforeSecondFactor: true,
  request: {
    response: passkeyField('What the browser answered.').required(),
    label: text('What the user calls it.').max(100).required(),
  },
  response: {},
  run: async (visit) => {
    const { services, visitor, request, origin } = visit
    const obstacle = findSetUpObstacle(visit)
    if (obstacle) return obstacle
    const { response, label } = request
    const token = await add(services, visitor, { response, label }, { origin, audit: originOf(visit) })
    if (token === undefined) return turnDown('invalid', wrongPasskey)
    visit.setToken(token)
    return {}
  },
})
