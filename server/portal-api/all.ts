import { beforeLogIn } from './access/before-log-in.ts'
import { logIn } from './access/log-in.ts'
import { logOut } from './access/log-out.ts'
import { me } from './access/me.ts'
import type { PortalRoute } from './route.ts'

const whole = [beforeLogIn, logIn, me, logOut] as const

/** Everything that the portal asks besides the operations of the interface. */
export const portalRoutes: readonly PortalRoute[] = whole

/** The same for the compiler: a route by its name, with what it takes and returns. */
export type NamedRoutes = {
  readonly [One in Extract<(typeof whole)[number], PortalRoute> as One['name']]: One
}
