import { cpSync, globSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { mutants } from './all.ts'
import { type Database, openDatabase } from './database.ts'
import type { Mutant } from './mutant.ts'
import { runFiles } from './run-files.ts'

/**
 * Puts each fault of the list into a copy of the code, runs the tests that guard the promise until the first fails, and
 * reports the faults that nobody noticed. Arguments are parts of files or promises; without any, all are tried. Not part
 * of `npm test`: it takes as long as the guarding tests, once for every fault.
 */
const wanted = process.argv.slice(2)
const chosen = mutants.filter(
  ({ file, breaks }) => wanted.length === 0 || wanted.some((part) => file.includes(part) || breaks.includes(part)),
)
const root = join(import.meta.dirname, '../..')
const copy = await mkdtemp(join(tmpdir(), 'purser-mutants-'))
const stopping = new AbortController()
const { signal } = stopping
for (const name of ['SIGINT', 'SIGTERM'] as const) process.on(name, () => stopping.abort())
const database = await openDatabase()
const survivors: Mutant[] = []
try {
  for (const part of ['server', 'test', 'scripts', 'demo', 'docs', 'package.json', 'README.md', 'ARCHITECTURE.md']) {
    cpSync(join(root, part), join(copy, part), { recursive: true })
  }
  symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'))
  await checkGuards(database)
  for (const [index, mutant] of chosen.entries()) {
    const began = performance.now()
    const failed = await findNotice(mutant, database)
    if (signal.aborted) break
    if (failed === undefined) survivors.push(mutant)
    const seconds = ((performance.now() - began) / 1000).toFixed(0).padStart(4)
    const said = failed === undefined ? 'SURVIVED' : 'caught  '
    process.stdout.write(`${index + 1} of ${chosen.length} ${seconds} s  ${said}  ${mutant.breaks} (${mutant.file})\n`)
    if (failed !== undefined) process.stdout.write(`            by ${failed}\n`)
  }
} finally {
  await database.stop()
  await rm(copy, { recursive: true, force: true })
}
if (!signal.aborted)
  process.stdout.write(`\n${chosen.length - survivors.length} caught, ${survivors.length} survived\n`)
process.exitCode = signal.aborted || survivors.length > 0 ? 1 : 0

/** A guard that fails without any fault would seem to notice all of them. */
async function checkGuards({ renew }: Database): Promise<void> {
  const guards = filesOf([...new Set(chosen.flatMap((mutant) => mutant.guards))])
  const failed = await runFiles(guards, { folder: copy, url: await renew(), signal, secondsMax: 3600 })
  if (failed !== undefined) throw new Error(`The guards must pass without any fault, but one does not: ${failed}`)
  process.stdout.write(`The ${guards.length} test files that guard ${chosen.length} promises pass without any fault.\n`)
}

/** The test that fails with the fault. */
async function findNotice({ file, find, replace, guards }: Mutant, { renew }: Database): Promise<string | undefined> {
  const path = join(copy, file)
  const source = readFileSync(path, 'utf8')
  if (source.split(find).length !== 2)
    throw new Error(`${file}: what is to be replaced must appear exactly once: ${find}`)
  writeFileSync(
    path,
    source.replace(find, () => replace),
  )
  try {
    // A test that does not end has noticed something, too.
    return await runFiles(filesOf(guards), { folder: copy, url: await renew(), signal, secondsMax: 150 })
  } finally {
    writeFileSync(path, source)
  }
}

function filesOf(guards: readonly string[]): string[] {
  const all = globSync('test/**/*.test.ts', { cwd: root }).toSorted()
  return all.filter((file) => guards.some((part) => file.includes(part)))
}
