import { roleNames } from '../../../domain/judge/permissions.ts'
import { flag, id, integer, list, model, object, oneOf, text } from '../../../ground/contract/field.ts'
import { defined } from '../../../ground/kernel/defined.ts'
import { findDeviceOf } from '../../access/device/change-device.ts'
import { listPinOwners } from '../../access/device/pin.sql.ts'
import { grantsByPin } from '../../access/device/pin-rules.ts'
import { findDemoLogins } from '../../access/login/demo-logins.ts'
import type { PortalServices } from '../portal-services.ts'
import { openRoute } from '../route.ts'

const singleSignOn = model('singleSignOn', 'Single sign-on.', { label: text('What the button says.').required() })

const demoLogin = model('demoLogin', 'A login of the demo.', {
  name: text('Its name.').required(),
  password: text('Its password.').required(),
  role: oneOf('Its role.', roleNames).required(),
})

const pinOwner = model('pinOwner', 'A cashier who logs in by a PIN here.', {
  userId: id('The cashier.').required(),
  name: text('What they are called.').required(),
  digits: integer('How many digits their PIN has.').required(),
  isLocked: flag('Whether there were too many wrong ones: the password is the way in.').required(),
  isLast: flag('Whether they were the last who logged in by a PIN here.').required(),
})

const counterDevice = model('counterDevice', 'The device at the counter that asks.', {
  name: text('Its name.').required(),
  cashiers: list('Who logs in by a PIN here, by name.', pinOwner).required(),
})

export const beforeLogIn = openRoute({
  name: 'beforeLogIn',
  summary: 'What the page for logging in shows.',
  request: {},
  response: {
    environment: text('The name of this deployment: demo, stage, production.').required(),
    singleSignOn: object('Single sign-on, if there is any: it begins at /portal/sso/start.', singleSignOn),
    device: object('The registered device that asks, if it is one.', counterDevice),
    demoLogins: list('Logins to try things out with; only in the demo, and only from the same machine.', demoLogin),
  },
  run: async ({ services, isLocal, deviceToken }) =>
    defined({
      environment: services.environment,
      singleSignOn: services.singleSignOn === undefined ? undefined : { label: services.singleSignOn },
      device: await deviceShown(services, deviceToken),
      demoLogins:
        isLocal && services.environment === 'demo'
          ? await findDemoLogins(services.pool, services.passwords)
          : undefined,
    }),
})

async function deviceShown({ pool, now }: PortalServices, token: string | undefined) {
  const device = await findDeviceOf(pool, token)
  if (!device) return undefined
  const owners = await listPinOwners(pool, device.brand, now(), device.id)
  const cashiers = owners.filter(({ grants }) => grantsByPin(grants, device.brand).length > 0)
  return {
    name: device.name,
    cashiers: cashiers.map(({ id: userId, name, digits, isLocked, isLast }) => ({
      userId,
      name,
      digits,
      isLocked,
      isLast,
    })),
  }
}
