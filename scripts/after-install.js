// Runs after `npm ci`: builds the portal, so that the server can send it at once. Where there is nothing to build it
// with, as in an installation without development packages, there is nothing to do.
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { findInstalledNode, nodeMin } from '../server/command-line/installed-node.js'

const root = join(import.meta.dirname ?? new URL('.', import.meta.url).pathname, '..')
const needed = ['node_modules/vite/package.json', 'node_modules/react/package.json', 'portal/main.tsx']
const isNewEnough = Number(process.versions.node.split('.')[0]) >= nodeMin
const node = isNewEnough ? process.execPath : findInstalledNode()
if (node && needed.every((path) => existsSync(join(root, path)))) {
  const { status } = spawnSync(node, [join(root, 'scripts/build-portal.ts')], { stdio: 'inherit' })
  process.exitCode = status ?? 1
}
