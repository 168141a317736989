import { execFileSync } from 'node:child_process'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { buildClient } from './client/build.ts'

/** Builds the client, and the file that npm packs from it. `--to` is where both are put. */
const { values } = parseArgs({ options: { to: { type: 'string', default: 'dist' } } })
const to = resolve(values.to)
const folder = join(to, 'purser-client')
buildClient(folder)
const words = ['pack', '--json', '--ignore-scripts', '--pack-destination', to]
const packed = JSON.parse(execFileSync('npm', words, { cwd: folder, encoding: 'utf8' }))
const [{ filename, size }] = Object.values(packed) as [{ filename: string; size: number }]
process.stdout.write(`${join(to, filename)}: ${Math.ceil(size / 1000)} kB\n`)
