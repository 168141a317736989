import { text } from '../../../ground/contract/field.ts'
import { isPasskeyOf } from '../../access/factor/passkeys.ts'
import { isTotpOf } from '../../access/factor/show-factor.ts'
import { isPasswordOf } from '../../access/login/log-in.ts'
import { findLoginById } from '../../access/login/login.sql.ts'
import { turnDown } from '../refusal.ts'
import { ownRoute } from '../route.ts'
import { passkeyField } from './factor-routes.ts'
import { takeProof } from './second-factor.ts'

export const confirm = ownRoute({
  name: 'confirm',
  summary: 'Proves again who they are, for the next five minutes: by password, code or passkey.',
  isByPin: true,
  request: {
    password: text('The password.'),
    totp: text('A code of the generator.'),
    passkey: passkeyField('What the browser answered to passkeyOptions.'),
  },
  response: {},
  run: async (visit) => {
    const { services, visitor, request, origin, isLocal } = visit
    const { password, totp, passkey } = request
    const { loginId } = visitor
    if (totp !== undefined) return takeProof(visit, () => isTotpOf(services, loginId, totp), wrong)
    if (passkey !== undefined) return takeProof(visit, () => isPasskeyOf(services, visitor, passkey, origin), wrong)
    if (password === undefined) return turnDown('invalid', 'Give a password, a code or a passkey.')
    const login = await findLoginById(services.pool, loginId)
    return takeProof(visit, () => isPasswordOf(services, login, { password, isLocal }), wrong)
  },
})

const wrong = 'That was not right. Try again.'
