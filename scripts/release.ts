import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { assembleRelease } from './release/assemble.ts'
import { findCommit } from './release/commit.ts'

/**
 * Builds a release: a folder of compiled JavaScript, and the file that npm packs from it.
 * `--to` is where both are put, `--commit` what it is built from where there is no git to ask.
 */
const { values } = parseArgs({ options: { to: { type: 'string', default: 'dist' }, commit: { type: 'string' } } })
const to = resolve(values.to)
const folder = join(to, 'purser')
mkdirSync(to, { recursive: true })
await assembleRelease(folder, values.commit || findCommit(join(import.meta.dirname, '..')))

const words = ['pack', '--json', '--ignore-scripts', '--pack-destination', to]
const packed = JSON.parse(execFileSync('npm', words, { cwd: folder, encoding: 'utf8' }))
const [{ filename, unpackedSize }] = Object.values(packed) as [{ filename: string; unpackedSize: number }]
const bytes = readFileSync(join(to, filename))
const megabytes = (size: number) => `${(size / 1e6).toFixed(1)} MB`
process.stdout.write(`${join(to, filename)}: ${megabytes(bytes.length)}, ${megabytes(unpackedSize)} unpacked\n`)
process.stdout.write(`sha256 ${createHash('sha256').update(bytes).digest('hex')}\n`)
