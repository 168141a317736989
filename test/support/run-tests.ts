import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { availableParallelism, tmpdir } from 'node:os'
import { join } from 'node:path'
import { run } from 'node:test'
import { pathToFileURL } from 'node:url'
import { buildStalePortal, portalFiles } from '../../scripts/portal/build.ts'
import { startEmbedded } from '../../server/ground/database/embedded/embedded.ts'
import { migrate } from '../../server/ground/database/migrate.ts'
import { chosenFiles, readChoice } from './chosen-files.ts'
import { findCitus, withoutCitus } from './citus-cluster.ts'
import { report } from './count-reporter.ts'
import { keepFresh } from './fresh-database.ts'
import { packSources } from './packed-sources.ts'
import { processorTime } from './processor-time.ts'
import { makeRunPlace } from './run-place.ts'
import { makeTemplate } from './template-database.ts'
import { startTestCluster } from './test-cluster.ts'
import { dependsOnTime, planProcesses, programFor, supportOf, type TestProcess, testMsMax } from './test-processes.ts'
import { failedFiles, sumLine, type Tally, withSecondTry } from './test-tally.ts'

/**
 * Runs the tests on a PostgreSQL of their own, and ends with the line `N passed, N failed`.
 * Each argument is a part of the paths of test files; without any, all are run. `--changed` runs those that import
 * something which differs from main, `--shard 1/4` one part of four, `--update-snapshots` writes golden files anew.
 * `--citus` runs them on a coordinator and two nodes, where there is a PostgreSQL with Citus.
 */
const choice = readChoice(process.argv.slice(2))
if (typeof choice === 'string') {
  process.stderr.write(`${choice}\n`)
  process.exit(2)
}
const { updatesSnapshots, parts, shard, isOnCluster } = choice
if (isOnCluster && !findCitus()) {
  process.stdout.write(`${withoutCitus}\n`)
  process.exit(0)
}
const root = process.cwd()
const ownOptions = process.env.NODE_OPTIONS
const quickImports = pathToFileURL(join(import.meta.dirname, 'quick-imports.js'))
const chosen = chosenFiles(choice)
if (chosen.length === 0) {
  process.stderr.write(
    choice.isChanged
      ? 'No test file imports what has changed.\n'
      : `No test file has ${parts.join(' or ')} in its path.\n`,
  )
  process.exit(2)
}
const planned = planProcesses(chosen).filter((_, index) => !shard || index % shard.of === shard.at - 1)
const files = planned.flat()
/** More failures than this are no accident of timing: they are not tried again. A process that ends early fails all its files. */
const failedMax = 30
/** A process of tests waits for about half of its time: for its database, a browser, a server that it has started. */
const lanes = 2 * availableParallelism()
process.stdout.write(`${files.length} ${files.length === 1 ? 'file' : 'files'}\n`)
// Browsers are shown what is in the sources now. Without any build, the first server of a test would make one beside it.
if (!existsSync(portalFiles) || files.some((file) => file.startsWith('test/portal/'))) await buildStalePortal()
const usual = tmpdir()
const { folder, temporary } = makeRunPlace()
// Processes that this one starts take it for theirs.
process.env.TMPDIR = temporary
const settings = { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off', max_connections: '300' }
const start = () => (isOnCluster ? startTestCluster() : startEmbedded({ folder, settings, log: () => undefined }))
let database = await start()
let status = 1
try {
  if (!isOnCluster) await migrate(database.url, () => undefined)
  if (!isOnCluster && files.some((file) => supportOf(file).includes('test/support/purser-process.ts'))) {
    await database.stop()
    keepFresh(folder)
    database = await start()
  }
  await makeTemplate(database.url)
  status = await runAll(database.url)
} finally {
  await database.stop()
  await rm(folder, { recursive: true, force: true })
  if (temporary !== usual) await rm(temporary, { recursive: true, force: true })
}
process.exitCode = status

/**
 * Files that failed are run once more, each in a process of its own with nothing beside it. A browser, or a process that a
 * test starts, can be waited for in vain on a machine that is busy elsewhere: such files may pass at the second try, and
 * how many needed it is printed. Any other that passes only alone has found a race: it stays failed.
 */
async function runAll(url: string): Promise<number> {
  const first = await runTests(url, planned, lanes)
  const failed = failedFiles(first)
  if (failed.length === 0 || failed.length === files.length || failed.length > failedMax) return end(first)
  process.stdout.write(`\nOnce more, alone: ${failed.join(', ')}\n`)
  const second = await runTests(
    url,
    failed.map((file): TestProcess => [file]),
    1,
  )
  const { tally, forgiven, races } = withSecondTry(first, second, dependsOnTime)
  const patient = files.filter(dependsOnTime).length
  process.stdout.write(`\nA second try: ${forgiven.length} of ${patient} files with browsers or processes needed one`)
  process.stdout.write(forgiven.length > 0 ? `: ${forgiven.join(', ')}\n` : '\n')
  if (races.length > 0) process.stdout.write(`Failed, though it passes alone: ${races.join(', ')}\n`)
  return end(tally)
}

function end(tally: Tally): number {
  process.stdout.write(`\n${sumLine(tally)}\n`)
  return failedFiles(tally).length > 0 ? 1 : 0
}

async function runTests(url: string, processes: readonly TestProcess[], concurrency: number): Promise<Tally> {
  Object.assign(process.env, {
    // A process that is still loading what it needs looks after its connections late.
    PURSER_TEST_DATABASE: `${url}&connect_timeout=30`,
    // Servers on a new database make no history beside a test, but where the test is about it.
    PURSER_NO_DEMO_HISTORY: 'true',
    // Hundreds of processes read the same sources. Without their types, in one script and compiled, that takes half a second instead of three.
    NODE_COMPILE_CACHE: join(folder, 'compiled'),
    TEST_SOURCES: packSources(root, folder),
    NODE_OPTIONS: [ownOptions, `--import=${quickImports}`].filter(Boolean).join(' '),
  })
  // If it cannot, because a source is wrong, the tests say so.
  spawnSync(process.execPath, [join(import.meta.dirname, 'warm-sources.js')], { timeout: testMsMax })
  const programs = new Map(processes.map((one, index) => [programOf(one, index), one]))
  const stopping = new AbortController()
  const stop = () => stopping.abort()
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, stop)
  const tally: Tally = {}
  const events = run({
    files: [...programs.keys()],
    concurrency,
    timeout: testMsMax,
    signal: stopping.signal,
    execArgv: updatesSnapshots ? ['--test-update-snapshots'] : [],
  })
  for await (const text of report(events, programs, tally)) process.stdout.write(text)
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.off(signal, stop)
  process.stdout.write(processorTime(`${process.env.TEST_SOURCES}.time`, programs))
  if (stopping.signal.aborted) throw new Error('The tests were stopped.')
  return tally
}

/** The file that a process runs: the test file itself, or one that imports several. */
function programOf(files: TestProcess, index: number): string {
  if (files.length === 1) return join(root, files[0])
  const program = join(folder, 'programs', `${index}.mjs`)
  mkdirSync(join(folder, 'programs'), { recursive: true })
  writeFileSync(program, programFor(files, root))
  return program
}
