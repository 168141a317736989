import { passkeyOptions as optionsFor } from '../../access/factor/passkeys.ts'
import { ownRoute } from '../route.ts'
import { passkeyField } from './factor-routes.ts'

export const passkeyOptions = ownRoute({
  name: 'passkeyOptions',
  summary: 'What a passkey has to sign, to show the second factor or to confirm.',
  isByPin: true,
  beforeSecondFactor: true,
  request: {},
  response: { options: passkeyField('For the browser.').required() },
  run: async ({ services, visitor, origin }) => ({ options: await optionsFor(services, visitor, origin) }),
})
