#!/usr/bin/env node
// Runs the command line on a Node that can: this one, or else the one that was installed with Purser.
import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const main = fileURLToPath(new URL('./main.ts', import.meta.url))
const bundled = fileURLToPath(new URL('../node_modules/.bin/node', import.meta.url))

if (Number(process.versions.node.split('.')[0]) >= 24) {
  await import(main)
} else if (existsSync(bundled)) {
  const child = spawn(bundled, [main, ...process.argv.slice(2)], { stdio: 'inherit' })
  for (const signal of ['SIGTERM', 'SIGINT']) process.on(signal, () => child.kill(signal))
  child.on('exit', (code, signal) => process.exit(code ?? (signal ? 1 : 0)))
} else {
  console.error(`Purser needs Node 24 or later; this is ${process.version}. Run "npm ci" or install a later Node.`)
  process.exit(1)
}
