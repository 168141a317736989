import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { CommandFailed } from '../../server/program/command-line/command-failed.ts'
import { callNamed } from '../../server/program/command-line/look/call.ts'
import { parseCommandLine } from '../../server/program/command-line/parse.ts'
import type { Shop } from './shop.ts'

export const program = join(import.meta.dirname, '../../server/main.ts')

export interface Ended {
  readonly status: number | null
  readonly stdout: string
  readonly stderr: string
}

/** What a person who calls this shop from a shell has set. */
export function shellOf(shop: Shop, more: NodeJS.ProcessEnv = {}): NodeJS.ProcessEnv {
  return {
    ...plainEnvironment(),
    PURSER_URL: `http://127.0.0.1:${shop.port}`,
    PURSER_KEY: 'till',
    PURSER_SECRET: shop.secret,
    PURSER_BRAND: shop.id,
    PURSER_LOCATION: 'L1',
    PURSER_TERMINAL: 'T1',
    ...more,
  }
}

/** Without our own variables, which purser would not know. */
export function plainEnvironment(): NodeJS.ProcessEnv {
  return Object.fromEntries(
    Object.entries(process.env).filter(([name]) => !name.startsWith('PURSER_') && name !== 'DATABASE_URL'),
  )
}

/** Runs a command as a person would, and answers how it ended. */
export async function runTool(words: readonly string[], env: NodeJS.ProcessEnv, input = ''): Promise<Ended> {
  const child = spawn(process.execPath, [program, ...words], { env })
  let [stdout, stderr] = ['', '']
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    stdout += text
  })
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    stderr += text
  })
  child.stdin.on('error', () => undefined)
  child.stdin.end(input)
  const [status] = await once(child, 'close', { signal: AbortSignal.timeout(60_000) })
  return { status, stdout, stderr }
}

/** The same without a process of its own, which takes seconds to start on a busy machine. */
export async function runCall(words: readonly string[], env: NodeJS.ProcessEnv): Promise<Ended> {
  let [stdout, stderr] = ['', '']
  const parsed = parseCommandLine(words, env)
  if (parsed.kind === 'told') return { status: 0, stdout: await parsed.text, stderr }
  if (parsed.kind === 'faults') return { status: 2, stdout, stderr: parsed.faults.join('\n') }
  const [name = '', ...rest] = parsed.operands
  const screen = {
    out: (text: string) => {
      stdout += text
    },
    say: (text: string) => {
      stderr += text
    },
    isTerminal: false,
  }
  try {
    await callNamed(name, rest, parsed.config.callFlags, screen)
    return { status: 0, stdout, stderr }
  } catch (error) {
    if (!(error instanceof CommandFailed)) throw error
    return { status: error.status, stdout, stderr: `${stderr}${error.lines.join('\n')}` }
  }
}
