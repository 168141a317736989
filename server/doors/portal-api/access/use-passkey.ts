import { isPasskeyOf } from '../../access/factor/passkeys.ts'
import { ownRoute } from '../route.ts'
import { passkeyField, wrongPasskey } from './factor-routes.ts'
import { takeProof } from './second-factor.ts'

export const usePasskey = ownRoute({
  name: 'usePasskey',
  summary: 'Shows the second factor: a passkey.',
  beforeSecondFactor: true,
  request: { response: passkeyField('What the browser answered.').required() },
  response: {},
  run: (visit) => {
    const { services, visitor, request, origin } = visit
    return takeProof(visit, () => isPasskeyOf(services, visitor, request.response, origin), wrongPasskey)
  },
})
