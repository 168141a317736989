import { type Brand, hasPlaceClocks } from '../../../domain/brand/brand.ts'
import { brandsMax } from '../../../domain/judge/judge-founding.ts'
import { permissionNames, roleNames } from '../../../domain/judge/permissions.ts'
import { dateTime, flag, id, integer, list, model, object, oneOf, text } from '../../../ground/contract/field.ts'
import { defined } from '../../../ground/kernel/defined.ts'
import type { BrandId } from '../../../ground/kernel/ids.ts'
import { listBrandIds } from '../../../storage/brand-store/brand-list.sql.ts'
import { findDeviceOf } from '../../access/device/change-device.ts'
import { hasPin } from '../../access/device/pin.sql.ts'
import { grantsByPin } from '../../access/device/pin-rules.ts'
import { listFactorKinds } from '../../access/factor/factor.sql.ts'
import { factorKinds } from '../../access/factor/factors.ts'
import { governsAll } from '../../access/login/governing.ts'
import { findLoginById } from '../../access/login/login.sql.ts'
import { findPrevious } from '../../access/session/session.sql.ts'
import { standingIn, type Visitor } from '../../access/visitor.ts'
import type { PortalServices } from '../portal-services.ts'
import { ownRoute } from '../route.ts'

const atOnce = 2

const myBrand = model('myBrand', 'A brand in which the visitor may do something.', {
  id: id('The brand.').required(),
  name: text('Its name.').required(),
  role: oneOf('Their role there.', roleNames).required(),
  permissions: list('What the role includes.', oneOf('A permission.', permissionNames)).required(),
  locations: list('The only locations at which they may do it; absent: all.', id('A location.')),
  currency: text('Its main currency.').required(),
  timeZone: text('Its time zone.').required(),
  hasPlaceClocks: flag('Whether locations have time zones of their own.').required(),
  interfaceTimeZone: text('The time zone of times in requests and answers of operations.').required(),
  language: text('The language of its texts.').required(),
  languages: list('The languages that its customers read, if it says which.', text('A language.')),
})

const lastLogin = model('lastLogin', 'The login before this one.', {
  at: dateTime('When it was.').required(),
  from: text('From which address.'),
})

const myDevice = model('myDevice', 'The registered device at the counter at which somebody is logged in.', {
  name: text('Its name.').required(),
  brandId: id('Its brand.').required(),
  locationId: id('Where it stands.'),
  isByPin: flag('Whether they logged in by their PIN: then the session is short.').required(),
  mayHavePin: flag('Whether they may log in by a PIN here: cashiers of the brand may.').required(),
  hasPin: flag('Whether they have a PIN here that works.').required(),
})

export const me = ownRoute({
  name: 'me',
  summary: 'Who is logged in, and what they may do where.',
  isByPin: true,
  beforeSecondFactor: true,
  request: {},
  response: {
    name: text('What they log in as.').required(),
    displayName: text('What they are called.').required(),
    language: text('The language that they have chosen.'),
    owes: oneOf('What they still have to do: show a second factor, or set one up.', ['secondFactor', 'newFactor']),
    factors: list('The second factors that they can show.', oneOf('A kind of factor.', factorKinds)).required(),
    environment: text('The name of this deployment: demo, stage, production.').required(),
    lastLogin: object('The login before this one. Absent: there was none.', lastLogin),
    failedBefore: integer('How many attempts to log in failed between that login and this one.').required(),
    isNewDevice: flag('Whether this device or place was not used before.').required(),
    device: object('The device at which they are, if it is a registered one.', myDevice),
    mayFound: flag('Whether they may make a brand.').required(),
    brands: list('Where they may do something; none before the second factor.', myBrand).required(),
  },
  run: async ({ services, visitor, deviceToken }) => {
    const login = await findLoginById(services.pool, visitor.loginId)
    const factors = await listFactorKinds(services.pool, visitor.loginId)
    const previous = await findPrevious(services.pool, visitor.sessionId)
    const brands = visitor.owes ? [] : await brandsOf(services, visitor)
    return defined({
      name: visitor.name,
      displayName: login?.displayName ?? visitor.name,
      language: login?.language,
      owes: visitor.owes,
      factors,
      environment: services.environment,
      lastLogin: previous?.at === undefined ? undefined : defined({ at: previous.at, from: previous.from }),
      failedBefore: previous?.failedBefore ?? 0,
      isNewDevice: previous?.isNewDevice ?? false,
      device: await deviceOf(services, visitor, deviceToken),
      mayFound: visitor.owes === undefined && governsAll(visitor.grants),
      brands,
    })
  },
})

async function deviceOf({ pool, now }: PortalServices, visitor: Visitor, token: string | undefined) {
  const device = visitor.owes ? undefined : await findDeviceOf(pool, token)
  if (!device) return undefined
  return defined({
    name: device.name,
    brandId: device.brand,
    locationId: device.location,
    isByPin: visitor.deviceId !== undefined,
    mayHavePin: grantsByPin(visitor.grants, device.brand).length > 0,
    hasPin: await hasPin(pool, device.id, visitor.loginId, now()),
  })
}

async function brandsOf(services: PortalServices, visitor: Visitor) {
  const own = visitor.grants.flatMap(({ brand }) => (brand === undefined ? [] : [brand]))
  const seesAll = own.length < visitor.grants.length
  const ids = new Set([...own, ...(seesAll ? await listBrandIds(services.pool) : [])])
  // One that cannot be loaded, because its secrets were sealed by another key, keeps nobody from the others.
  const load = (one: BrandId) => services.brands.load(one).catch(() => undefined)
  const wanted = [...ids].slice(0, brandsMax)
  const brands: (Brand | undefined)[] = []
  // A few at a time: whoever waits too long for a connection would be missing here.
  for (let at = 0; at < wanted.length; at += atOnce)
    brands.push(...(await Promise.all(wanted.slice(at, at + atOnce).map(load))))
  return brands.flatMap((brand) => (brand ? shown(visitor, brand) : []))
}

function shown(visitor: Visitor, brand: Brand) {
  const standing = standingIn(visitor, brand)
  if (!standing) return []
  const { role, permissions, locations } = standing
  const { id, name, currency, timeZone, interfaceTimeZone, document } = brand
  const mine = { role, permissions: [...permissions], locations: locations && [...locations] }
  const clocks = { timeZone, interfaceTimeZone, hasPlaceClocks: hasPlaceClocks(brand) }
  const manner = { currency, ...clocks, language: document.brand.language, languages: document.brand.languages }
  return [defined({ id, name, ...mine, ...manner })]
}
