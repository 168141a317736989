import { readdirSync, readFileSync } from 'node:fs'

/** What Linux counts processor time in, on every machine. */
const ticksPerSecond = 100

/** How long a process has kept a processor busy, in seconds. Fails where the system does not say. */
export const timeOf = (pid: number): number => seconds(pid, [11, 12])

/** Of the processes that a process started, and saw end. */
export const timeOfEnded = (pid: number): number => seconds(pid, [13, 14])

/** Of a process and all that it has started, such as PostgreSQL's. */
export const timeOfFamily = (pid: number): number =>
  childrenOf(pid).reduce((total, child) => total + timeOf(child), timeOf(pid) + timeOfEnded(pid))

/** Undefined where the system does not say. */
export function whereKnown<T>(read: () => T): T | undefined {
  try {
    return read()
  } catch {
    return undefined
  }
}

function seconds(pid: number, fields: readonly number[]): number {
  const stat = statOf(pid)
  return fields.reduce((total, field) => total + Number(stat[field]), 0) / ticksPerSecond
}

/** The words after the program's name, which stands in brackets: its state, its parent and so on. */
function statOf(pid: number): string[] {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
  return stat.slice(stat.lastIndexOf(')') + 2).split(' ')
}

export function childrenOf(parent: number): number[] {
  const isChild = (pid: number) => whereKnown(() => Number(statOf(pid)[1])) === parent
  return readdirSync('/proc').map(Number).filter(Number.isInteger).filter(isChild)
}
