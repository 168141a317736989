import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync, readlinkSync } from 'node:fs'
import { hostname } from 'node:os'

export interface RunningProcess {
  readonly pid: number
  /** Distinguishes a process from a later one with the same id. */
  readonly startedAt: string
  readonly command: string
}

const hasProc = existsSync('/proc/self/stat')

/** The process with an id; undefined if there is none, or only a zombie. */
export function findProcess(pid: number): RunningProcess | undefined {
  return hasProc ? findInProc(pid) : findWithPs(pid)
}

export function isProcessRunning(process: RunningProcess): boolean {
  return findProcess(process.pid)?.startedAt === process.startedAt
}

/** Identifies where process ids are comparable: one boot of one machine and one container. */
export function processSpace(): string {
  if (!hasProc) return hostname()
  const boot = readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()
  return `${boot} ${readlinkSync('/proc/self/ns/pid')}`
}

function findInProc(pid: number): RunningProcess | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    // The program's name comes first, in brackets, and may itself contain spaces and brackets.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    const [state, startedAt] = [fields[0], fields[19]]
    if (startedAt === undefined || state === 'Z' || state === 'X') return undefined
    const command = readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ')
    return { pid, startedAt, command }
  } catch {
    return undefined
  }
}

function findWithPs(pid: number): RunningProcess | undefined {
  const { stdout } = spawnSync('ps', ['-ww', '-o', 'state=,lstart=,command=', '-p', String(pid)], {
    encoding: 'utf8',
    env: { PATH: '/usr/bin:/bin', LC_ALL: 'C', TZ: 'UTC' },
  })
  const match = /^(\S+)\s+(\S+ +\S+ +\S+ +\S+ +\S+)\s+(.*)/.exec(stdout?.trim() ?? '')
  if (!match?.[2] || match[1]?.startsWith('Z')) return undefined
  return { pid, startedAt: match[2], command: `${match[3]} ` }
}
