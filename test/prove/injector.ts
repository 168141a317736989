import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createInterface } from 'node:readline'
import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import { toUrl } from '../../server/ground/database/embedded/site.ts'
import { chooseSocketFolder } from '../../server/ground/database/embedded/socket-folder.ts'
import { databaseProcesses, postmasterOf, tryKill } from '../model/database-processes.ts'
import { Dice } from '../model/draw-step.ts'
import { clockFile } from './clock-file.ts'

/**
 * Kills and stops processes of a data folder at moments that only its seed knows: `injector.ts FOLDER SEED GAPMS [BLOWS]`. It finds
 * them by itself, and ends when its input ends.
 */
const [, , folder = '', seed = '1', gap = '1000', chosen] = process.argv
const dice = new Dice(Number(seed))
const say = (text: string) => process.stdout.write(`${text}\n`)
const blows = {
  server: () => kill(servers().filter(({ isChild }) => !isChild)),
  child: () => kill(servers().filter(({ isChild }) => isChild)),
  worker: () => kill(workers()),
  backend: () => kill(backends()),
  postmaster: () => killAll([postmasterOf(folder)]),
  database: () => killAll(databaseProcesses(folder)),
  everything: () => killAll([...databaseProcesses(folder), ...servers().map(({ pid }) => pid)]),
  'lost connection': () => signal(backends(), 'SIGTERM'),
  command: () => kill([...ofFolder('import'), ...ofFolder('backup')]),
  clock: () => jump(),
  'read-only store': () => stopWrites(),
  'stopped server': () => stop(servers()),
  'stopped backend': () => stop(backends()),
}
/** Single processes more often than everything, from which to come back takes seconds. */
const usual = ['server', 'child', 'child', 'worker', 'backend', 'lost connection', 'stopped server', 'stopped backend']
const all = [
  ...usual,
  ...usual,
  'command',
  'command',
  'clock',
  'clock',
  'read-only store',
  'postmaster',
  'database',
  'everything',
]
const drawn = (chosen?.split(',') ?? all) as (keyof typeof blows)[]

// Its reader may be gone before it is.
process.stdout.on('error', () => undefined)
let isOver = false
const input = createInterface({ input: process.stdin })
input.on('close', () => {
  isOver = true
})
say('ready')
while (!isOver) {
  await wait(Number(gap) / 2 + dice.below(Number(gap)))
  if (isOver) break
  const blow = dice.pick(drawn) ?? 'server'
  if (await blows[blow]()) say(blow)
  // What is killed while it starts never comes back: now and then, not always.
  if (!dice.chance(20)) await recovered()
}

async function recovered(): Promise<void> {
  const until = performance.now() + 30_000
  while (!isOver && performance.now() < until && (servers().length < 2 || backends().length < 3)) await wait(100)
}

interface Found {
  readonly pid: number
  readonly isChild?: boolean
}

/** Processes of Purser that were started for the folder. */
function ofFolder(word: string): Found[] {
  const found = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map((name) => ({ pid: Number(name), words: read(`/proc/${name}/cmdline`).split('\0') }))
    .filter(({ words }) => words.includes(folder) && words.includes(word))
  const pids = found.map(({ pid }) => pid)
  return found.map(({ pid }) => ({ pid, isChild: pids.includes(parentOf(pid)) }))
}

function servers(): Found[] {
  return ofFolder('start')
}

function workers(): Found[] {
  return ofFolder('work')
}

/** Processes of the database that serve one connection. */
function backends(): Found[] {
  const isServing = (pid: number) => / purser (\S+ )?\[local\]/.test(read(`/proc/${pid}/cmdline`))
  return databaseProcesses(folder)
    .filter(isServing)
    .map((pid) => ({ pid }))
}

function kill(from: readonly Found[]): boolean {
  return signal(from, 'SIGKILL')
}

function signal(from: readonly Found[], name: NodeJS.Signals): boolean {
  const one = dice.pick(from)
  return one !== undefined && send(one.pid, name)
}

function killAll(pids: readonly number[]): boolean {
  for (const pid of pids) tryKill(pid)
  return pids.length > 0
}

/** Stands still for a while, as on a machine that was suspended, and then goes on. */
async function stop(from: readonly Found[]): Promise<boolean> {
  const one = dice.pick(from)
  if (!one || !send(one.pid, 'SIGSTOP')) return false
  await wait(100 + dice.below(2400))
  send(one.pid, 'SIGCONT')
  return true
}

/** As an operator or a provider does before a disk is full. Whatever was killed meanwhile, in the end the store takes writes again. */
async function stopWrites(): Promise<boolean> {
  const isDone = await configure('alter system set default_transaction_read_only = on')
  await wait(300 + dice.below(2000))
  for (let tries = 0; tries < 300; tries += 1) {
    if (await configure('alter system reset default_transaction_read_only')) return isDone
    await wait(200)
  }
  throw new Error('the store stays read-only')
}

async function configure(statement: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: toUrl(chooseSocketFolder(folder), 'purser') })
  client.on('error', () => undefined)
  try {
    await client.connect()
    await client.query(statement)
    await client.query('select pg_reload_conf()')
    return true
  } catch {
    return false
  } finally {
    await client.end().catch(() => undefined)
  }
}

/** What one of the servers takes for the time is off by hours from now on, ahead or behind, or right again. */
function jump(): boolean {
  const hours = dice.pick([-30, -3, -1, 0, 0, 2, 50]) ?? 0
  writeFileSync(clockFile(folder, dice.below(2)), String(hours * 3_600_000))
  return true
}

function send(pid: number, name: NodeJS.Signals): boolean {
  try {
    return process.kill(pid, name)
  } catch {
    return false
  }
}

function parentOf(pid: number): number {
  const stat = read(`/proc/${pid}/stat`)
  return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1])
}

/** Nothing of a process that has just ended. */
function read(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return ''
  }
}
