import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { parseCommandLine } from '../../server/program/command-line/parse.ts'
import { examine } from '../../server/program/doctor/examine.ts'
import type { Finding, Level } from '../../server/program/doctor/finding.ts'

const program = join(import.meta.dirname, '../../server/main.ts')

export interface Visit {
  readonly findings: readonly Finding[]
  /** Everything that it wrote. */
  readonly text: string
}

/** What the doctor finds with these flags and variables, without a process of its own. */
export async function visit(flags: readonly string[], env: Readonly<Record<string, string>> = {}): Promise<Visit> {
  const parsed = parseCommandLine(['doctor', ...flags], env)
  assert.equal(parsed.kind, 'command', JSON.stringify(parsed))
  const findings = parsed.kind === 'command' ? await examine(parsed.config) : []
  return { findings, text: JSON.stringify(findings) }
}

/** The same by the command line. The wrapper is a command that runs the words after it. */
export async function visitByCommand(
  flags: readonly string[],
  env: Readonly<Record<string, string>> = {},
  wrapper: readonly string[] = [],
): Promise<Visit> {
  const words = [...wrapper, process.execPath, program, 'doctor', '--json', ...flags]
  const clean = Object.entries(process.env).filter(([name]) => !/^PURSER_|^DATABASE_URL/.test(name))
  const child = spawn(words[0] ?? '', words.slice(1), { env: { ...Object.fromEntries(clean), ...env } })
  let [stdout, stderr] = ['', '']
  child.stdout.setEncoding('utf8').on('data', (text: string) => (stdout += text))
  child.stderr.setEncoding('utf8').on('data', (text: string) => (stderr += text))
  const [status] = await once(child, 'close', { signal: AbortSignal.timeout(120_000) })
  assert.match(stdout, /^\{.*\}\n$/, `one line of JSON: ${stdout}${stderr}`)
  const { findings, problems } = JSON.parse(stdout) as { findings: Finding[]; problems: number }
  assert.equal(status, problems > 0 ? 1 : 0, 'the exit status tells whether there is a problem')
  return { findings, text: stdout + stderr }
}

/** What the doctor is expected to say about one point. */
export type Expected = readonly [point: string, level: Level, found: RegExp]

export function assertFound({ findings }: Visit, expected: readonly Expected[]): void {
  const missing = expected.filter(
    ([point, level, found]) =>
      !findings.some((one) => one.point === point && one.level === level && found.test(`${one.found} ${one.advice}`)),
  )
  const seen = findings.filter(({ level }) => level !== 'ok')
  assert.deepEqual(missing, [], `also seen: ${JSON.stringify(seen, undefined, 1)}`)
}

export function assertHealthy({ findings }: Visit): void {
  assert.deepEqual(
    findings.filter(({ level }) => level === 'problem' || level === 'warning'),
    [],
  )
}
