import { spawn, spawnSync } from 'node:child_process'
import { globSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { CardChoice } from './load/run.ts'
import { numberBase } from './stock.ts'

export interface FloorRun {
  readonly url: string
  readonly brand: string
  readonly folder: string
  readonly seconds: number
  readonly seed: number
  readonly cards: CardChoice
  /** One statement; `:brand`, `:number` (the card's) and `:usd` (the value type's number) may stand in it. */
  readonly statement: string
  readonly usd: number
}

export interface FloorResult {
  readonly transactions: number
  readonly perSecond: number
}

export const howToInstall =
  'The benchmark compares with pgbench, which is not installed: it comes with PostgreSQL (Debian and Ubuntu: ' +
  'apt install postgresql; Fedora: dnf install postgresql-contrib; macOS: brew install postgresql).'

/** The system's pgbench: the one on the path, or else where Debian puts it. */
export function findPgbench(): string | undefined {
  const places = ['pgbench', ...globSync('/usr/lib/postgresql/*/bin/pgbench').toSorted().toReversed()]
  return places.find((place) => spawnSync(place, ['--version']).status === 0)
}

/** Runs one statement as often as 16 clients can, each prepared once. */
export async function runFloor(pgbench: string, run: FloorRun): Promise<FloorResult> {
  const script = join(run.folder, 'floor.pgbench')
  await writeFile(script, `${chooseCard(run.cards)}\n${run.statement.replace(/\s+/g, ' ').trim()};\n`)
  const variables = [`brand=${run.brand}`, `usd=${run.usd}`].flatMap((variable) => ['-D', variable])
  // It measures whole seconds only.
  const seconds = Math.ceil(run.seconds)
  const clients = ['-M', 'prepared', '-c', '16', '-j', '2', '-T', String(seconds), '-n']
  const output = await capture(pgbench, [...clients, `--random-seed=${run.seed}`, ...variables, '-f', script, run.url])
  const figure = (pattern: RegExp) => Number(pattern.exec(output)?.[1])
  const failed = figure(/number of failed transactions: (\d+)/)
  const perSecond = figure(/tps = ([\d.]+)/)
  if (failed > 0 || !(perSecond > 0)) throw new Error(`pgbench failed:\n${output}`)
  return { transactions: figure(/actually processed: (\d+)/), perSecond }
}

function chooseCard({ count, hot }: CardChoice): string {
  const range = hot ? `case when random(1, ${hot.oneIn}) = 1 then ${hot.count} else ${count} end` : count
  return `\\set range ${range}\n\\set number ${numberBase} + random(1, :range)`
}

function capture(program: string, args: readonly string[]): Promise<string> {
  const child = spawn(program, args, { stdio: ['ignore', 'pipe', 'pipe'] })
  let output = ''
  child.stdout.setEncoding('utf8').on('data', (text) => (output += text))
  child.stderr.setEncoding('utf8').on('data', (text) => (output += text))
  return new Promise((resolve, reject) => {
    child.on('error', reject)
    child.on('close', (code) => (code === 0 ? resolve(output) : reject(new Error(`pgbench failed:\n${output}`))))
  })
}
