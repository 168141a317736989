import { spawn } from 'node:child_process'
import { closeSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { awaitAnswer } from './answer.ts'
import { DatabaseDamaged, damagedAdvice, findDamage } from './damage.ts'
import type { DatabaseLog } from './database-log.ts'
import { spawnOptions } from './run-binary.ts'
import { findProcess, isProcessRunning, type RunningProcess } from './running-process.ts'
import { readSettings, writeSettings } from './settings.ts'
import type { Site } from './site.ts'
import { clearSocketFolder } from './socket-folder.ts'

/** When a postmaster is killed, its child processes need a moment to notice. */
const leftoversMsMax = 30_000
const shutdownMsMax = 60_000
/** One that never answered has nothing to write down. */
const giveUpMsMax = 5000

/** How a database that is being started is waited for. */
export interface Waiting {
  readonly log: (line: string) => void
  /** How long it may say nothing. */
  readonly silentMsMax: number
  /** Ends the waiting early; the exception is the signal's reason then. */
  readonly signal?: AbortSignal
}

/** Adopts a postmaster that an earlier server left running if its settings match ours; otherwise starts one. */
export async function runPostmaster(site: Site, databaseLog: DatabaseLog, waiting: Waiting) {
  const { log } = waiting
  const left = findPostmaster(site.databaseFolder)
  if (left) {
    const isWanted = wasStartedFrom(site)
    if (isWanted && (await awaitAnswer(site.url, () => isProcessRunning(left), 10_000)) === 'ready') {
      log(`Took over the PostgreSQL that is still running (process ${left.pid}).`)
      return left
    }
    if (isProcessRunning(left)) log(`Stopping a PostgreSQL that was left behind (process ${left.pid}).`)
    await stopPostmaster(left)
  }
  writeSettings(site.settingsFile, site.settings)
  return await startPostmaster(site, databaseLog, waiting)
}

/** A fast shutdown: open transactions are rolled back, everything committed is on disk. */
export async function stopPostmaster(postmaster: RunningProcess): Promise<void> {
  if (await endsAfter(postmaster, 'SIGINT', shutdownMsMax)) return
  if (await endsAfter(postmaster, 'SIGQUIT', shutdownMsMax)) return
  throw new Error(`PostgreSQL (process ${postmaster.pid}) did not stop in time.`)
}

async function endsAfter(postmaster: RunningProcess, signal: NodeJS.Signals, msMax: number): Promise<boolean> {
  if (!isProcessRunning(postmaster) || !trySignal(postmaster.pid, signal)) return true
  const until = Date.now() + msMax
  while (isProcessRunning(postmaster)) {
    if (Date.now() > until) return false
    await sleep(10)
  }
  return true
}

/** The running postmaster of a folder. Its pid file may name a process that is long gone, or another program. */
export function findPostmaster(databaseFolder: string): RunningProcess | undefined {
  const running = findProcess(readPid(databaseFolder))
  return running?.command.includes(`/postgres -D ${databaseFolder} `) ? running : undefined
}

function readPid(databaseFolder: string): number {
  try {
    return Number.parseInt(readFileSync(join(databaseFolder, 'postmaster.pid'), 'utf8'), 10)
  } catch {
    return Number.NaN
  }
}

function wasStartedFrom(site: Site): boolean {
  const command = readSettings(join(site.databaseFolder, 'postmaster.opts'))
  const isSameProgram = command?.startsWith(`${site.binaries}/bin/postgres `)
  return isSameProgram === true && readSettings(site.settingsFile) === site.settings
}

async function startPostmaster(site: Site, databaseLog: DatabaseLog, waiting: Waiting) {
  const until = Date.now() + leftoversMsMax
  for (;;) {
    clearLockFiles(site)
    const position = databaseLog.size()
    const started = await startOnce(site, databaseLog, waiting)
    if (started) return started
    const output = databaseLog.readFrom(position)
    const damage = findDamage(output)
    if (damage)
      throw new DatabaseDamaged(`The database in ${site.databaseFolder} is damaged: ${damage}. ${damagedAdvice}`)
    const isInUse = /pre-existing shared memory block|lock file .* already exists/.test(output)
    if (!isInUse || Date.now() > until) throw new Error(`PostgreSQL did not start: ${output}`)
    await sleep(100)
  }
}

/** PostgreSQL mistakes any process of its user with the id in the pid file for its predecessor. We have checked. */
function clearLockFiles(site: Site): void {
  if (findPostmaster(site.databaseFolder)) return
  clearSocketFolder(site.socketFolder)
  // If the id is free, the file stays: PostgreSQL needs it to find its leftover shared memory.
  if (!isIdFree(readPid(site.databaseFolder))) rmSync(join(site.databaseFolder, 'postmaster.pid'))
}

function isIdFree(pid: number): boolean {
  return !(pid > 0) || !trySignal(pid, 0)
}

/** Returns false if there is no such process or it belongs to another user. */
function trySignal(pid: number, signal: NodeJS.Signals | 0): boolean {
  try {
    return process.kill(pid, signal)
  } catch {
    return false
  }
}

/** Runs in its own session, so that Ctrl-C does not reach it while requests are in flight. */
async function startOnce(site: Site, databaseLog: DatabaseLog, { log, silentMsMax, signal }: Waiting) {
  const output = databaseLog.open()
  const child = spawn(
    join(site.binaries, 'bin', 'postgres'),
    ['-D', site.databaseFolder, '-c', `config_file=${site.settingsFile}`],
    { ...spawnOptions(site.account), detached: true, stdio: ['ignore', output, output] },
  )
  closeSync(output)
  let hasEnded = false
  child.on('error', () => {
    hasEnded = true
  })
  child.on('exit', () => {
    hasEnded = true
  })
  child.unref()
  const answer = await awaitAnswer(site.url, () => !hasEnded && !signal?.aborted, silentMsMax, log)
  if (answer !== 'ready' && !hasEnded && child.pid) {
    await giveUp(child.pid)
    signal?.throwIfAborted()
    throw new Error(
      `PostgreSQL runs, but has not answered for ${Math.round(silentMsMax / 1000)} seconds (--database-wait); ` +
        `${databaseLog.path} may say why. It was stopped.`,
    )
  }
  const running = answer === 'ready' && child.pid ? findProcess(child.pid) : undefined
  if (running) child.on('exit', (code, signal) => reportEnd(code, signal, log))
  return running
}

/** One that hangs may not even hear that it should end. What was committed survives that, too. */
async function giveUp(pid: number): Promise<void> {
  const running = findProcess(pid)
  if (running && !(await endsAfter(running, 'SIGINT', giveUpMsMax))) await endsAfter(running, 'SIGKILL', giveUpMsMax)
}

function reportEnd(code: number | null, signal: string | null, log: (line: string) => void): void {
  if (code !== 0) log(`PostgreSQL ended unexpectedly (${signal ?? `code ${code}`}).`)
}
