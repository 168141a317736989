// Runs a program of the repository on a Node that reads TypeScript: this one, or else the one that `npm ci` installed.
import { spawn } from 'node:child_process'
import { dirname } from 'node:path'
import { findInstalledNode, nodeMin } from '../server/program/command-line/installed-node.js'

const isNewEnough = Number(process.versions.node.split('.')[0]) >= nodeMin
const node = isNewEnough ? process.execPath : findInstalledNode()
if (!node) {
  console.error(`Node ${nodeMin} or later is needed; this is ${process.version}. Run "npm ci", which installs one.`)
  process.exit(1)
}
// Programs that it starts find the same one.
const PATH = `${dirname(node)}:${process.env.PATH}`
const child = spawn(node, process.argv.slice(2), { stdio: 'inherit', env: { ...process.env, PATH } })
for (const signal of ['SIGTERM', 'SIGINT']) process.on(signal, () => child.kill(signal))
child.on('exit', (code, signal) => process.exit(code ?? (signal ? 1 : 0)))
