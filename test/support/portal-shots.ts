import { mkdirSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { buildStalePortal } from '../../scripts/portal/build.ts'
import { startEmbedded } from '../../server/ground/database/embedded/embedded.ts'
import { migrate } from '../../server/ground/database/migrate.ts'

/**
 * Takes a picture of every screen, light and dark, on a desktop (1360), a tablet (820) and a phone (390), so that
 * somebody can look at all of them at once. `--to` is the folder, `--only` a part of the names of those that are wanted,
 * `--language de` shows it in German, `--sizes phone` and `--schemes dark` take only some.
 */
const { values } = parseArgs({
  options: {
    to: { type: 'string', default: 'portal-shots' },
    only: { type: 'string', default: '' },
    language: { type: 'string', default: 'en' },
    sizes: { type: 'string', default: 'desktop,tablet,phone' },
    schemes: { type: 'string', default: 'light,dark' },
  },
})
const to = resolve(values.to)
mkdirSync(to, { recursive: true })
await buildStalePortal()
const folder = await mkdtemp(join(tmpdir(), 'purser-shots-'))
const settings = { fsync: 'off', synchronous_commit: 'off' }
const database = await startEmbedded({ folder, settings, log: () => undefined })
try {
  await migrate(database.url, () => undefined)
  process.env.PURSER_TEST_DATABASE = database.url
  // Only now: what tests share looks for the database.
  const { takeShots } = await import('./portal-pictures.ts')
  const [sizes, schemes] = [values.sizes.split(','), values.schemes.split(',')]
  await takeShots({ to, only: values.only, locale: values.language, sizes, schemes })
  process.stdout.write(`${to}\n`)
} finally {
  await database.stop()
  await rm(folder, { recursive: true, force: true })
}
process.exit()
