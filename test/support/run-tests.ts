import { spawn } from 'node:child_process'
import { existsSync, globSync, readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buildStalePortal, portalFiles } from '../../scripts/portal/build.ts'
import { startEmbedded } from '../../server/database/embedded/embedded.ts'
import { migrate } from '../../server/database/migrate.ts'
import { makeTemplate } from './template-database.ts'
import { failedFiles, sumLine, type Tally } from './test-tally.ts'

/**
 * Runs the tests on a PostgreSQL of their own, and ends with the line `N passed, N failed`.
 * Each argument is a part of the paths of test files; without any, all are run. `--update-snapshots` writes golden files anew.
 */
const updatesSnapshots = process.argv.includes('--update-snapshots')
const wanted = process.argv.slice(2).filter((argument) => argument !== '--update-snapshots')
const all = globSync('test/**/*.test.ts').toSorted()
const files = wanted.length > 0 ? all.filter((file) => wanted.some((part) => file.includes(part))) : all
if (files.length === 0) {
  process.stderr.write(`No test file has ${wanted.join(' or ')} in its path.\n`)
  process.exit(2)
}
/** More than a few failures are no accident of timing: they are not tried again. */
const failedMax = 8
process.stdout.write(`${files.length} ${files.length === 1 ? 'file' : 'files'}\n`)
// Browsers are shown what is in the sources now. Without any build, the first server of a test would make one beside it.
if (!existsSync(portalFiles) || files.some((file) => file.startsWith('test/portal/'))) await buildStalePortal()
const folder = await mkdtemp(join(tmpdir(), 'purser-test-'))
const settings = { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off', max_connections: '200' }
const database = await startEmbedded({ folder, settings, log: () => undefined })
let status = 1
try {
  await migrate(database.url, () => undefined)
  await makeTemplate(database.url)
  status = await runAll(database.url)
} finally {
  await database.stop()
  await rm(folder, { recursive: true, force: true })
}
process.exitCode = status

/**
 * On a machine that is busy elsewhere, a test that waits for something can wait in vain. Files that failed are run once
 * more with nothing beside them. What failed is printed above either way, and the files that passed only alone are named.
 */
async function runAll(url: string): Promise<number> {
  const first = await runTests(url, files, 2)
  const failed = failedFiles(first.tally)
  const isWorthAnother = files.length > failed.length && failed.length > 0 && failed.length <= failedMax
  const repeatable = failed.every((file) => files.includes(file))
  if (!isWorthAnother || !repeatable) return end(first)
  process.stdout.write(`\nOnce more, alone: ${failed.join(', ')}\n`)
  const second = await runTests(url, failed, 1)
  const alone = failed.filter((file) => !failedFiles(second.tally).includes(file))
  if (alone.length > 0) process.stdout.write(`\nPassed only alone: ${alone.join(', ')}\n`)
  return end({ status: second.status, tally: { ...first.tally, ...second.tally } })
}

function end({ status, tally }: Run): number {
  process.stdout.write(`\n${sumLine(tally)}\n`)
  return status
}

interface Run {
  readonly status: number
  readonly tally: Tally
}

async function runTests(url: string, paths: readonly string[], concurrency: number): Promise<Run> {
  const reporter = new URL('./count-reporter.ts', import.meta.url).href
  const options = [
    '--test',
    `--test-concurrency=${concurrency}`,
    '--test-timeout=180000',
    `--test-reporter=${reporter}`,
  ]
  if (updatesSnapshots) options.push('--test-update-snapshots')
  const tallyFile = join(folder, `tally-${concurrency}.json`)
  const env = {
    ...process.env,
    PURSER_TEST_DATABASE: url,
    TEST_TALLY: tallyFile,
    // Servers on a new database make no history beside a test, but where the test is about it.
    PURSER_NO_DEMO_HISTORY: 'true',
    // Hundreds of processes read the same sources. Without their types and compiled, that takes a second instead of three.
    NODE_COMPILE_CACHE: join(folder, 'compiled'),
  }
  const child = spawn(process.execPath, [...options, ...paths], { stdio: 'inherit', env })
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => child.kill(signal))
  const status = await new Promise<number>((resolve) => child.on('exit', (code) => resolve(code ?? 1)))
  return { status, tally: existsSync(tallyFile) ? JSON.parse(readFileSync(tallyFile, 'utf8')) : {} }
}
