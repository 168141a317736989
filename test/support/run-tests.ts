import { spawn } from 'node:child_process'
import { globSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startEmbedded } from '../../server/database/embedded/embedded.ts'
import { migrate } from '../../server/database/migrate.ts'

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
process.stdout.write(`${files.length} ${files.length === 1 ? 'file' : 'files'}\n`)
const folder = await mkdtemp(join(tmpdir(), 'purser-test-'))
const settings = { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off', max_connections: '200' }
const database = await startEmbedded({ folder, settings, log: () => undefined })
let status = 1
try {
  await migrate(database.url, () => undefined)
  status = await runTests(database.url)
} finally {
  await database.stop()
  await rm(folder, { recursive: true, force: true })
}
process.exitCode = status

function runTests(url: string): Promise<number> {
  const reporter = new URL('./count-reporter.ts', import.meta.url).href
  const options = ['--test', '--test-concurrency=2', '--test-timeout=180000', `--test-reporter=${reporter}`]
  if (updatesSnapshots) options.push('--test-update-snapshots')
  const env = { ...process.env, PURSER_TEST_DATABASE: url }
  const child = spawn(process.execPath, [...options, ...files], { stdio: 'inherit', env })
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => child.kill(signal))
  return new Promise((resolve) => child.on('exit', (code) => resolve(code ?? 1)))
}
