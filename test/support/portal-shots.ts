import { mkdirSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { buildStalePortal } from '../../scripts/portal/build.ts'
import { startEmbedded } from '../../server/ground/database/embedded/embedded.ts'
import { migrate } from '../../server/ground/database/migrate.ts'

/**
 * Takes a picture of every screen of the portal, and of the pages for members (`--only member-`), on a desktop (1360), a tablet (820) and a phone (390), light and dark, in English and
 * German, so that somebody can look at all of them. `--to` is the folder. To take a part: `--only` is a part of the
 * names that are wanted; `--sizes phone,tablet`, `--schemes dark` and `--languages de` take only these.
 */
const { values } = parseArgs({
  options: {
    to: { type: 'string', default: 'portal-shots' },
    only: { type: 'string', default: '' },
    languages: { type: 'string', default: 'en,de' },
    sizes: { type: 'string', default: 'desktop,tablet,phone' },
    schemes: { type: 'string', default: 'light,dark' },
  },
})
const to = resolve(values.to)
mkdirSync(to, { recursive: true })
if (!values.only.startsWith('member-')) await buildStalePortal()
const folder = await mkdtemp(join(tmpdir(), 'purser-shots-'))
const settings = { fsync: 'off', synchronous_commit: 'off' }
const database = await startEmbedded({ folder, settings, log: () => undefined })
try {
  await migrate(database.url, () => undefined)
  process.env.PURSER_TEST_DATABASE = database.url
  // Only now: what tests share looks for the database.
  const { shotLanguages, shotSchemes, shotSizes, takeShots } = await import('./portal-pictures.ts')
  const { takeMemberShots } = await import('./member-pictures.ts')
  const asked = {
    to,
    only: values.only,
    languages: readList(values.languages, shotLanguages),
    sizes: readList(values.sizes, shotSizes),
    schemes: readList(values.schemes, shotSchemes),
  }
  if (!values.only.startsWith('member-')) await takeShots(asked)
  await takeMemberShots(asked)
  process.stdout.write(`${to}\n`)
} finally {
  await database.stop()
  await rm(folder, { recursive: true, force: true })
}
process.exit()

/** Names with commas between them; one that there is not would silently take nothing. */
function readList(text: string, known: readonly string[]): readonly string[] {
  const unknown = text.split(',').filter((one) => !known.includes(one))
  if (unknown.length > 0) throw new Error(`${unknown.join(', ')}: only ${known.join(', ')} can be taken`)
  return text.split(',')
}
