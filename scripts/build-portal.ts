import { constants } from 'node:os'
import { lowerPriority } from '../server/errand-runner/low-priority.ts'
import { buildPortal, portalFiles } from './portal/build.ts'

/** Builds the portal's application into portal/dist, from where the server sends it. Somebody may wait for it: not last. */
lowerPriority(constants.priority.PRIORITY_BELOW_NORMAL)
await buildPortal(portalFiles)
