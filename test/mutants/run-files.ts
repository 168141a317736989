import { spawn } from 'node:child_process'

/** A test that does not end has noticed something, too. */
const secondsMax = 300

/** Runs test files of a folder until the first test fails; returns whether all have passed. */
export function runFiles(
  files: readonly string[],
  { folder, url }: { readonly folder: string; readonly url: string },
): Promise<boolean> {
  const options = ['--test', '--test-concurrency=2', '--test-timeout=180000', '--test-reporter=tap']
  const env = { ...process.env, PURSER_TEST_DATABASE: url }
  const stdio = ['ignore', 'pipe', 'ignore'] as const
  // In a group of its own, so that the processes of the test files end with it.
  const child = spawn(process.execPath, [...options, ...files], { cwd: folder, env, stdio: [...stdio], detached: true })
  const end = () => {
    if (child.pid !== undefined && child.exitCode === null) process.kill(-child.pid, 'SIGKILL')
  }
  const timer = setTimeout(end, secondsMax * 1000)
  child.stdout?.setEncoding('utf8')
  child.stdout?.on('data', (text: string) => {
    if (/^\s*not ok /m.test(text)) end()
  })
  return new Promise((resolve) => {
    child.on('exit', (code) => {
      clearTimeout(timer)
      resolve(code === 0)
    })
  })
}
