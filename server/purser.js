#!/usr/bin/env node
// Runs the command line on a Node that can: this one, or else the one that was installed with Purser.
import { spawn } from 'node:child_process'
import module from 'node:module'
import { fileURLToPath } from 'node:url'
import { findInstalledNode, nodeMin } from './program/command-line/installed-node.js'
import { stopWithLauncher, stopWithNpm } from './program/command-line/stop-with-starter.js'

const pathOf = (relative) => fileURLToPath(new URL(relative, import.meta.url))
const installed = findInstalledNode()
const { npm_command: npmCommand, PURSER_LAUNCHER: launcher } = process.env
// It is about this process alone, not about those that it starts.
delete process.env.PURSER_LAUNCHER

// Not for `npm run`: a script of the operator's may end and leave a server running on purpose.
if (['exec', 'start'].includes(npmCommand)) stopWithNpm()
if (launcher) stopWithLauncher(Number(launcher))

if (Number(process.versions.node.split('.')[0]) >= nodeMin) {
  // The sources are kept compiled and without their types, which makes a start a second faster and saves 40 MB. The
  // cache is beside what is installed, if that can be written to. It is written soon after the start, because a server
  // that is killed could not write it at its end.
  module.enableCompileCache(pathOf('../node_modules/.cache/purser'))
  setTimeout(module.flushCompileCache, 5000).unref()
  await import('./main.ts')
} else if (installed) {
  // As in `npm start`: a larger space for short-lived objects takes 100 MB more and makes a server no faster.
  const flags = ['--max-semi-space-size=16', pathOf('purser.js')]
  // The child need not look after npm as well: it would be told to stop twice. It looks after this process, because a
  // server that goes on when this one was killed would keep its port and its data folder.
  const env = { ...process.env, npm_command: undefined, PURSER_LAUNCHER: String(process.pid) }
  const child = spawn(installed, [...flags, ...process.argv.slice(2)], { stdio: 'inherit', env })
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP']) process.on(signal, () => child.kill(signal))
  child.on('exit', (code, signal) => process.exit(code ?? (signal ? 1 : 0)))
} else {
  console.error(
    `Purser needs Node ${nodeMin} or later; this is ${process.version}. Install a later Node, or let npm install one beside Purser: ` +
      `"npm ci" among the sources, else "npm install node-${process.platform}-${process.arch}@${nodeMin}".`,
  )
  process.exit(1)
}
