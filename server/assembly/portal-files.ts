import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../..', import.meta.url))

/** Where the portal's built pages are. */
export const portalFiles = join(root, 'portal/dist')

/** What a release does not have, and an installation without development packages has only in part. */
const tools = ['portal/main.tsx', 'portal/index.html', 'node_modules/vite', 'node_modules/react']

/** Whether the pages can be built here, from their sources. */
export const canBuildPortal = (): boolean => tools.every((path) => existsSync(join(root, path)))
