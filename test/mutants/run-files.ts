import { spawn } from 'node:child_process'

interface Run {
  readonly folder: string
  /** The database. */
  readonly url: string
  readonly signal: AbortSignal
  /** After so long the tests are taken not to end. */
  readonly secondsMax: number
}

/** Runs test files of a folder until the first test fails; returns which, or undefined when all have passed. */
export function runFiles(
  files: readonly string[],
  { folder, url, signal, secondsMax }: Run,
): Promise<string | undefined> {
  const options = ['--test', '--test-concurrency=2', '--test-timeout=180000', '--test-reporter=tap']
  const env = { ...process.env, PURSER_TEST_DATABASE: url }
  const stdio = ['ignore', 'pipe', 'ignore'] as const
  // In a group of its own, so that the processes of the test files end with it.
  const child = spawn(process.execPath, [...options, ...files], { cwd: folder, env, stdio: [...stdio], detached: true })
  const end = () => {
    if (child.pid !== undefined && child.exitCode === null) process.kill(-child.pid, 'SIGKILL')
  }
  const timer = setTimeout(end, secondsMax * 1000)
  signal.addEventListener('abort', end)
  child.stdout?.setEncoding('utf8')
  let failed: string | undefined
  child.stdout?.on('data', (text: string) => {
    failed ??= /^\s*not ok \d+ - (.*)$/m.exec(text)?.[1]
    if (failed !== undefined) end()
  })
  return new Promise((resolve) => {
    child.on('exit', (code) => {
      clearTimeout(timer)
      signal.removeEventListener('abort', end)
      resolve(failed ?? (code === 0 ? undefined : 'the tests did not end'))
    })
  })
}
