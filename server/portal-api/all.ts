import { accessRoutes } from './access/all.ts'
import { cardRoutes } from './cards/all.ts'
import { checkEdits } from './configuration/check-edits.ts'
import { entryForm } from './configuration/entry-form.ts'
import { entry } from './configuration/find-entry.ts'
import { listEntries } from './configuration/list-entries.ts'
import { readProducts } from './configuration/read-products.ts'
import { developerRoutes } from './developers/all.ts'
import { homeRoutes } from './home/all.ts'
import type { PortalRoute } from './route.ts'
import { userRoutes } from './users/all.ts'

const configurationRoutes = [checkEdits, entry, entryForm, listEntries, readProducts] as const

const whole = [
  ...accessRoutes,
  ...userRoutes,
  ...configurationRoutes,
  ...cardRoutes,
  ...homeRoutes,
  ...developerRoutes,
] as const

/** Everything that the portal asks besides the operations of the interface. */
export const portalRoutes: readonly PortalRoute[] = whole

/** The same for the compiler: a route by its name, with what it takes and returns. */
export type NamedRoutes = {
  readonly [One in (typeof whole)[number] as One['name']]: One
}
