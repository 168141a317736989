import { spawnSync } from 'node:child_process'
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { availableParallelism, tmpdir } from 'node:os'
import { join, resolve } from 'node:path'

/**
 * Builds Citus from a source tree of it and installs it into a PostgreSQL of this machine, for trials and for
 * `npm run test:citus`: `npm run citus:build -- FOLDER`, or CITUS_SOURCE=FOLDER. The PostgreSQL is the one of
 * CITUS_PG_CONFIG, or of the pg_config in the path. The tree is copied first and stays as it is.
 */
const source = process.argv[2] ?? process.env.CITUS_SOURCE
if (!source || !existsSync(join(source, 'configure'))) {
  process.stderr.write('Name a folder with the sources of Citus: npm run citus:build -- FOLDER\n')
  process.exit(1)
}
const pgConfig = process.env.CITUS_PG_CONFIG ?? 'pg_config'
const headers = join(
  spawnSync(pgConfig, ['--includedir-server'], { encoding: 'utf8' }).stdout?.trim() ?? '',
  'commands',
)
if (!existsSync(headers)) {
  process.stderr.write(
    `${pgConfig} has no headers of a PostgreSQL server. On Debian: apt install postgresql-server-dev-15\n`,
  )
  process.exit(1)
}

const folder = mkdtempSync(join(tmpdir(), 'purser-build-citus-'))
try {
  cpSync(resolve(source), folder, { recursive: true })
  dropOwnCopy()
  keepGenerated('configure', 'src/include/citus_config.h.in', 'src/include/citus_version.h.in')
  // Nothing is reported to anybody, so the library for it is not needed.
  run('./configure', '--without-libcurl', `PG_CONFIG=${pgConfig}`)
  run('make', '-s', `-j${availableParallelism()}`, 'with_llvm=no')
  run('make', '-s', 'install', 'with_llvm=no')
} finally {
  rmSync(folder, { recursive: true, force: true })
}

/** Later minor versions of PostgreSQL 15 have a function that Citus 13 brings along for the earlier ones. */
function dropOwnCopy(): void {
  const path = join(folder, 'src/include/pg_version_compat.h')
  if (!readFileSync(join(headers, 'dbcommands.h'), 'utf8').includes('have_createdb_privilege')) return
  if (!existsSync(path)) return
  const text = readFileSync(path, 'utf8')
  writeFileSync(path, text.replace(/static inline bool\s+have_createdb_privilege\(void\)\s*\{[\s\S]*?\n\}\n/, ''))
}

/** What was generated before must not look older than what it was made from: making it anew needs further tools. */
function keepGenerated(...files: readonly string[]): void {
  const later = Date.now() / 1000 + 1
  for (const file of files) if (existsSync(join(folder, file))) utimesSync(join(folder, file), later, later)
}

function run(program: string, ...words: string[]): void {
  const { status, error } = spawnSync(program, words, { cwd: folder, stdio: 'inherit' })
  if (status === 0) return
  process.stderr.write(`${program} ${words.join(' ')} failed${error ? `: ${error.message}` : ''}\n`)
  rmSync(folder, { recursive: true, force: true })
  process.exit(1)
}
