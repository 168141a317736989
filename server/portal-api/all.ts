import { cardRoutes } from './cards/all.ts'
import type { PortalRoute } from './route.ts'

const whole = [...cardRoutes] as const

/** Everything that the portal asks besides the operations of the interface. */
export const portalRoutes: readonly PortalRoute[] = whole

/** The same for the compiler: a route by its name, with what it takes and returns. */
export type NamedRoutes = {
  readonly [One in Extract<(typeof whole)[number], PortalRoute> as One['name']]: One
}
