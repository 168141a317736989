import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { packClient } from './client/pack.ts'

/** Builds the client, and the file that npm packs from it. `--to` is where both are put. */
const { values } = parseArgs({ options: { to: { type: 'string', default: 'dist' } } })
const to = resolve(values.to)
const { file, bytes } = packClient(join(to, 'purser-client'), to)
process.stdout.write(`${file}: ${Math.ceil(bytes / 1000)} kB\n`)
