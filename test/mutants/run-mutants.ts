import { spawn } from 'node:child_process'
import { cpSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { mutants } from './all.ts'
import type { Mutant } from './mutant.ts'

/**
 * Puts each fault of the list into a copy of the code, runs the tests that guard the promise, and reports those that
 * nobody noticed. Arguments are parts of files or promises; without any, all are tried. Not part of `npm test`: it takes
 * as long as the guarding tests, once for every fault.
 */
const wanted = process.argv.slice(2)
const guardSecondsMax = 600
const chosen = mutants.filter(
  ({ file, breaks }) => wanted.length === 0 || wanted.some((part) => file.includes(part) || breaks.includes(part)),
)
const root = join(import.meta.dirname, '../..')
const copy = await mkdtemp(join(tmpdir(), 'purser-mutants-'))
const survivors: Mutant[] = []
try {
  for (const part of ['server', 'test', 'scripts', 'demo', 'docs', 'package.json', 'README.md', 'ARCHITECTURE.md']) {
    cpSync(join(root, part), join(copy, part), { recursive: true })
  }
  symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'))
  for (const [index, mutant] of chosen.entries()) {
    const began = performance.now()
    const isCaught = await isNoticed(mutant)
    if (!isCaught) survivors.push(mutant)
    const seconds = ((performance.now() - began) / 1000).toFixed(0).padStart(4)
    process.stdout.write(
      `${index + 1} of ${chosen.length} ${seconds} s  ${isCaught ? 'caught  ' : 'SURVIVED'}  ${mutant.breaks} (${mutant.file})\n`,
    )
  }
} finally {
  await rm(copy, { recursive: true, force: true })
}
process.stdout.write(`\n${chosen.length - survivors.length} caught, ${survivors.length} survived\n`)
process.exitCode = survivors.length > 0 ? 1 : 0

async function isNoticed({ file, find, replace, guards }: Mutant): Promise<boolean> {
  const path = join(copy, file)
  const source = readFileSync(path, 'utf8')
  if (source.split(find).length !== 2)
    throw new Error(`${file}: what is to be replaced stands there not exactly once: ${find}`)
  writeFileSync(
    path,
    source.replace(find, () => replace),
  )
  try {
    return (await runGuards(guards)) !== 0
  } finally {
    writeFileSync(path, source)
  }
}

function runGuards(guards: readonly string[]): Promise<number> {
  const child = spawn(process.execPath, ['test/support/run-tests.ts', ...guards], { cwd: copy, stdio: 'ignore' })
  const timer = setTimeout(() => child.kill('SIGTERM'), guardSecondsMax * 1000)
  return new Promise((resolve) => {
    child.on('exit', (code) => {
      clearTimeout(timer)
      resolve(code ?? 1)
    })
  })
}
