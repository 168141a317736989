import { readdirSync, rmSync } from 'node:fs'
import { constants } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { lowerPriority } from '../server/background/errand-runner/low-priority.ts'
import { buildPortal, portalFiles } from './portal/build.ts'

/**
 * Builds the portal's application, from where the server sends it: into portal/dist, or into the folder that is named,
 * beside which those of earlier versions are removed. Somebody may wait for it: not last.
 */
lowerPriority(constants.priority.PRIORITY_BELOW_NORMAL)
const [, , named] = process.argv
await buildPortal(named ?? portalFiles)
if (named !== undefined) removeEarlier(named)

/** A server that still runs with one of them has read it long ago. */
function removeEarlier(to: string): void {
  for (const name of readdirSync(dirname(to)))
    if (/^portal-[\da-f]{16}$/.test(name) && name !== basename(to))
      rmSync(join(dirname(to), name), { recursive: true, force: true })
}
