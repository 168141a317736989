import { newPasskeyOptions as optionsFor } from '../../access/factor/passkeys.ts'
import { ownRoute } from '../route.ts'
import { findSetUpObstacle, passkeyField } from './factor-routes.ts'

export const newPasskeyOptions = ownRoute({
  name: 'newPasskeyOptions',
  summary: 'What a new passkey has to sign; addPasskey takes it.',
  beforeSecondFactor: true,
  request: {},
  response: { options: passkeyField('For the browser.').required() },
  run: async (visit) => {
    const { services, visitor, origin } = visit
    return findSetUpObstacle(visit) ?? { options: await optionsFor(services, visitor, origin) }
  },
})
