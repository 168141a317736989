#!/usr/bin/env node
// Runs the command line on a Node that can: this one, or else the one that was installed with Purser.
import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import module from 'node:module'
import { fileURLToPath } from 'node:url'

const pathOf = (relative) => fileURLToPath(new URL(relative, import.meta.url))
const bundled = pathOf('../node_modules/.bin/node')

if (Number(process.versions.node.split('.')[0]) >= 24) {
  // Without the types and compiled, as the last start left it: that saves a second and 40 MB. It is kept beside what is
  // installed, where that can be written to, and soon after the start, because a server may end without an end.
  module.enableCompileCache(pathOf('../node_modules/.cache/purser'))
  setTimeout(module.flushCompileCache, 5000).unref()
  await import('./main.ts')
} else if (existsSync(bundled)) {
  // As in `npm start`: with more room for what is short-lived a server takes 100 MB more and is no faster.
  const flags = ['--max-semi-space-size=16', pathOf('purser.js')]
  const child = spawn(bundled, [...flags, ...process.argv.slice(2)], { stdio: 'inherit' })
  for (const signal of ['SIGTERM', 'SIGINT']) process.on(signal, () => child.kill(signal))
  child.on('exit', (code, signal) => process.exit(code ?? (signal ? 1 : 0)))
} else {
  console.error(`Purser needs Node 24 or later; this is ${process.version}. Run "npm ci" or install a later Node.`)
  process.exit(1)
}
