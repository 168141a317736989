import { roleNames } from '../../../domain/judge/permissions.ts'
import { list, model, object, oneOf, text } from '../../../ground/contract/field.ts'
import { defined } from '../../../ground/kernel/defined.ts'
import { findDemoLogins } from '../../access/login/demo-logins.ts'
import { openRoute } from '../route.ts'

const singleSignOn = model('singleSignOn', 'Single sign-on.', { label: text('What the button says.').required() })

const demoLogin = model('demoLogin', 'A login of the demo.', {
  name: text('Its name.').required(),
  password: text('Its password.').required(),
  role: oneOf('Its role.', roleNames).required(),
})

export const beforeLogIn = openRoute({
  name: 'beforeLogIn',
  summary: 'What the page for logging in shows.',
  request: {},
  response: {
    environment: text('The name of this deployment: demo, stage, production.').required(),
    singleSignOn: object('Single sign-on, if there is any: it begins at /portal/sso/start.', singleSignOn),
    demoLogins: list('Logins to try things out with; only in the demo, and only from the same machine.', demoLogin),
  },
  run: async ({ room, isLocal }) =>
    defined({
      environment: room.environment,
      singleSignOn: room.singleSignOn === undefined ? undefined : { label: room.singleSignOn },
      demoLogins: isLocal && room.environment === 'demo' ? await findDemoLogins(room.pool, room.passwords) : undefined,
    }),
})
