import { chmodSync, mkdtempSync, readdirSync, rmSync, statfsSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** A disk that is memory, where the system has one: to make and remove the thousand files of a database takes a tenth there. */
const memory = '/dev/shm'
const gigabyte = 1024 ** 3
/** Not where memory is short: what a run keeps there, its processes cannot have. */
const neededBytes = 12 * gigabyte
const name = /^purser-test-(\d+)-/
const hourMs = 3_600_000

/** Where the databases and temporary files of a run belong. */
export function placeWith(free: { readonly disk: number; readonly memory: number }): string {
  return free.disk >= neededBytes && free.memory >= neededBytes ? memory : tmpdir()
}

/** New folders for a run: one of its own, and one for whatever its tests and their servers take for temporary. */
export function makeRunPlace(): { readonly folder: string; readonly temporary: string } {
  const place = placeWith({ disk: freeBytes(memory), memory: process.availableMemory() })
  if (place === memory) removeLeftovers(place, Date.now())
  const make = () => mkdtempSync(join(place, `purser-test-${process.pid}-`))
  const folder = make()
  if (place !== memory) return { folder, temporary: place }
  const temporary = make()
  // As the usual one: the user of a database has to find what is in it.
  chmodSync(temporary, 0o1777)
  return { folder, temporary }
}

/** A run that was killed would keep its memory for as long as the machine runs. */
export function removeLeftovers(place: string, now: number): void {
  for (const entry of readdirSync(place)) {
    const [, pid] = name.exec(entry) ?? []
    const path = join(place, entry)
    if (pid === undefined || isRunning(Number(pid)) || now - statSync(path).mtimeMs < hourMs) continue
    rmSync(path, { recursive: true, force: true })
  }
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}

function freeBytes(path: string): number {
  try {
    const { bavail, bsize } = statfsSync(path)
    return bavail * bsize
  } catch {
    return 0
  }
}
