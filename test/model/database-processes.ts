import { existsSync, readdirSync, readFileSync, readlinkSync } from 'node:fs'
import { join } from 'node:path'

export function postmasterOf(folder: string): number {
  const file = join(folder, 'postgres/postmaster.pid')
  return existsSync(file) ? Number.parseInt(readFileSync(file, 'utf8'), 10) : Number.NaN
}

/** The database's processes, found by their working folder, also where the postmaster is gone. */
export function databaseProcesses(folder: string): number[] {
  const home = join(folder, 'postgres')
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((pid) => worksIn(pid, home))
}

function worksIn(pid: number, home: string): boolean {
  try {
    return (
      readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('postgres') && readlinkSync(`/proc/${pid}/cwd`) === home
    )
  } catch {
    return false
  }
}

/** It may have ended already. */
export function tryKill(pid: number): void {
  if (!Number.isInteger(pid) || pid === 0) return
  try {
    process.kill(pid, 'SIGKILL')
  } catch {}
}
