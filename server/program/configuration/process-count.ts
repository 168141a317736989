/** What a process is run on. */
export interface Machine {
  readonly cores: number
  readonly memoryBytes: number
}

/** More than so many are never started unless the operator asks for them: each takes memory and connections. */
const usualMost = 16
/** What a process takes when it is busy, and as much again for the database. */
const bytesPerProcess = 512 * 1024 * 1024

/**
 * How many processes serve calls unless the operator says. A process uses one core. The embedded database is on the same
 * machine and needs about as much as they do; a database elsewhere leaves them more. With two cores the second is the
 * database's.
 */
export function usualProcesses({ cores, memoryBytes }: Machine, isEmbedded: boolean): number {
  if (cores <= 2) return 1
  const byCores = Math.floor(isEmbedded ? cores / 2 : (3 * cores) / 4)
  return Math.max(1, Math.min(usualMost, byCores, Math.floor(memoryBytes / bytesPerProcess)))
}
