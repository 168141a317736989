import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { longFiles } from './long-files.ts'

/** A process of a run: one test file, or several that are short and leave nothing behind. */
export type TestProcess = readonly [string, ...string[]]

/** To load the server takes longer than most files, but what fails in a process is looked for in all files of it. */
const filesMax = 16

/** A test, or a file that shares its process, that is not through by then hangs: a busy machine may be ten times slower. */
export const testMsMax = 600_000

/** What changes the process, starts others, or measures: a file that does has a process of its own. */
const ownProcess = [
  /'node:(child_process|worker_threads|cluster|vm|v8|perf_hooks|module)'/,
  /'playwright-core'/,
  /\bmock\b/,
  /\bsnapshot\(/i,
  /\bawait useOwnDatabase\(/,
  /\bprocess\.(exit|exitCode|on|once|chdir|kill|umask|memoryUsage|cpuUsage|resourceUsage|hrtime)\b/,
  /\bprocess\.env\.\w+ = |\bdelete process\.env\b|\bObject\.assign\(process\.env\b/,
  /\bglobalThis\.\w+ = |\bgc\(\)/,
]
/** Browsers and other processes, which a test can only wait for. */
const waitedFor = /'(node:child_process|playwright-core)'/
/** Of the file itself: it measures time, or begins something before its first test, when the other files are still loaded. */
const ownTime = /\bperformance\.now\(|\bDate\.now = |^(?:const .*= )?(?:await |start[A-Z]\w+\(|open[A-Z]\w+\()/m

/**
 * The longest first, so that the lanes of a run end together: the files that are known to be long, then several of a
 * folder in one process, then those that are short but need a process of their own.
 */
export function planProcesses(files: readonly string[]): readonly TestProcess[] {
  const long = longFiles.filter((file) => files.includes(file))
  const others = files.filter((file) => !longFiles.includes(file))
  const folders = Map.groupBy(
    others.filter((file) => sharesProcess(file)),
    (file) => dirname(file),
  )
  const alone = others.filter((file) => !sharesProcess(file))
  const one = (file: string): TestProcess => [file]
  return [...long.map(one), ...[...folders.values()].flatMap(inParts), ...alone.map(one)]
}

function inParts(files: readonly string[]): TestProcess[] {
  const parts = Math.ceil(files.length / filesMax)
  return Array.from({ length: parts }, (_, part) => files.filter((__, index) => index % parts === part)).flatMap(
    ([first, ...rest]) => (first === undefined ? [] : [[first, ...rest] as const]),
  )
}

/** Whether other files can be tested in the same process: by its text, and by that of what it uses of the tests' support. */
export function sharesProcess(file: string): boolean {
  // Most of those who use this module do not take a database; those who do are found by the name.
  const used = supportOf(file).filter((module) => module !== 'test/support/worker-room.ts')
  const texts = [file, ...used].map((one) => textOf(one))
  return !ownTime.test(textOf(file)) && !texts.some((text) => ownProcess.some((sign) => sign.test(text)))
}

/** Whether a test in it can fail because the machine is busy with something else. */
export function dependsOnTime(file: string): boolean {
  return [file, ...supportOf(file)].some((one) => waitedFor.test(textOf(one)))
}

/**
 * A program that tests several files: each is a suite, so that its hooks are its own. What they share is loaded before
 * them, with hooks that are meant for the end of the process: a connection that is opened while modules are loaded can
 * come too late.
 */
export function programFor(files: TestProcess, root: string): string {
  const address = (file: string) => `'file://${join(root, file)}'`
  const shared = new Set(files.flatMap((file) => supportOf(file)))
  return [
    `import { suite } from 'node:test'`,
    ...[...shared].map((module) => `import ${address(module)}`),
    ...files.map(
      (file) => `suite('${file}', { timeout: ${testMsMax} }, async () => { await import(${address(file)}) })`,
    ),
    '',
  ].join('\n')
}

const texts = new Map<string, string>()

function textOf(file: string): string {
  const text = texts.get(file) ?? readFileSync(file, 'utf8')
  texts.set(file, text)
  return text
}

/** The modules of the tests that a test file imports, and those that these import. */
export function supportOf(file: string, found = new Set<string>()): readonly string[] {
  for (const [, path = ''] of textOf(file).matchAll(/(?:from|import\() ?'(\.[^']*\.ts)'/g)) {
    const module = join(dirname(file), path)
    if (!module.startsWith('test/') || found.has(module)) continue
    found.add(module)
    supportOf(module, found)
  }
  return [...found]
}
