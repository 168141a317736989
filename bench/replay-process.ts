import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import type { Shop } from './site.ts'

const program = fileURLToPath(new URL('../server/purser.js', import.meta.url))
const day = 86_400_000

export interface ReplayRun {
  /** Checkouts of all that were there, and how many of them came out as they had happened. */
  readonly replayed: number
  readonly same: number
  readonly perSecond: number
}

/** Replays everything that a shop has sold, in a process of its own, as an operator would. */
export function startReplay({ url, brand }: Shop): { readonly ended: Promise<ReplayRun>; stop(): void } {
  const dateOf = (at: number) => new Date(at).toISOString().slice(0, 10)
  const period = ['--from', dateOf(Date.now() - day), '--to', dateOf(Date.now() + day)]
  const flags = ['replay', brand, '--database', url, '--log-level', 'warn', '--json', ...period]
  const child = spawn(process.execPath, [program, ...flags], { stdio: ['ignore', 'pipe', 'pipe'] })
  let output = ''
  let progress = ''
  child.stdout.on('data', (chunk) => {
    output += chunk
  })
  child.stderr.on('data', (chunk) => {
    progress += chunk
  })
  const ended = new Promise<ReplayRun>((resolve, reject) => {
    child.on('close', (code) => {
      const perSecond = Number(/(\d+) a second\n$/.exec(progress)?.[1] ?? 0)
      if (code !== 0) reject(new Error(`The replay failed:\n${progress}`))
      else resolve({ ...JSON.parse(output).checkouts, perSecond })
    })
  })
  return { ended, stop: () => child.kill() }
}
