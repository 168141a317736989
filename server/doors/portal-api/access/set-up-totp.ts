import { text } from '../../../ground/contract/field.ts'
import { setUpTotp as begin } from '../../access/factor/set-up-totp.ts'
import { ownRoute } from '../route.ts'
import { findSetUpObstacle } from './factor-routes.ts'

export const setUpTotp = ownRoute({
  name: 'setUpTotp',
  summary: 'Begins to set up a code generator; confirmTotp ends it.',
  beforeSecondFactor: true,
  request: {},
  response: {
    secret: text('The secret, to type into the app.').required(),
    uri: text('The same as an address, to show as a picture.').required(),
  },
  run: async (visit) => {
    const { services, visitor, origin } = visit
    return findSetUpObstacle(visit) ?? begin(services, visitor, `Purser ${new URL(origin).hostname}`)
  },
})
