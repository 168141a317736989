import { join } from 'node:path'
import { buildPortal, portalFolder } from './portal/build.ts'

/** Builds the portal's application into portal/dist, from where the server sends it. */
await buildPortal(join(portalFolder, 'dist'))
