import { randomUUID } from 'node:crypto'
import { readFileSync, renameSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { findProcess, processSpace } from './running-process.ts'

/** A running server is using the data folder. */
export class FolderInUse extends Error {}

export interface FolderLock {
  release(): void
}

interface Holder {
  readonly pid: number
  readonly startedAt: string
  readonly space: string
}

const beatMs = 2_000
/** If the holder's process id cannot be checked, it counts as gone when its file has not changed for this long. */
const silenceMsMax = 3 * beatMs + 500

/** Makes this process the only Purser server of a data folder, or throws. */
export async function lockFolder(folder: string): Promise<FolderLock> {
  const path = join(folder, 'purser.lock')
  const mine = describeThisProcess()
  while (!tryCreate(path, mine)) {
    const seen = read(path)
    if (seen === undefined) continue
    if (await isHeld(path, seen)) throw refusal(folder, seen)
    if (read(path) === seen && (await takeOver(path, mine))) break
  }
  return keepAlive(path, mine)
}

function describeThisProcess(): string {
  const startedAt = findProcess(process.pid)?.startedAt ?? ''
  return JSON.stringify({ pid: process.pid, startedAt, space: processSpace(), token: randomUUID() })
}

function tryCreate(path: string, content: string): boolean {
  try {
    writeFileSync(path, content, { flag: 'wx', mode: 0o644 })
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false
    throw error
  }
}

function read(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
}

/** A process id says nothing after a reboot or in another container; there the file's heartbeat decides. */
async function isHeld(path: string, seen: string): Promise<boolean> {
  const holder = parseHolder(seen)
  if (holder?.space === processSpace()) return findProcess(holder.pid)?.startedAt === holder.startedAt
  const beatAt = modifiedAt(path)
  if (Date.now() - beatAt > 5 * silenceMsMax) return false
  const until = Date.now() + silenceMsMax
  while (Date.now() < until) {
    await sleep(200)
    if (modifiedAt(path) !== beatAt) return true
  }
  return false
}

function parseHolder(content: string): Holder | undefined {
  try {
    return JSON.parse(content) as Holder
  } catch {
    return undefined
  }
}

function modifiedAt(path: string): number {
  return statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0
}

/** If several processes replace an abandoned lock at once, the last one gets it. */
async function takeOver(path: string, mine: string): Promise<boolean> {
  const replacement = `${path}.${randomUUID()}`
  writeFileSync(replacement, mine, { flag: 'wx', mode: 0o644 })
  renameSync(replacement, path)
  await sleep(50)
  return read(path) === mine
}

function keepAlive(path: string, mine: string): FolderLock {
  const beat = setInterval(() => {
    try {
      if (read(path) === mine) utimesSync(path, new Date(), new Date())
    } catch {
      // A full or failing disk must not end the server here; the next beat tries again.
    }
  }, beatMs)
  beat.unref()
  return {
    release() {
      clearInterval(beat)
      if (read(path) === mine) rmSync(path)
    },
  }
}

function refusal(folder: string, seen: string): Error {
  const holder = parseHolder(seen)
  const who = holder ? ` (process ${holder.pid})` : ''
  return new FolderInUse(
    `Another Purser server${who} is using the data folder ${folder}. Stop it, or choose another data folder.`,
  )
}
