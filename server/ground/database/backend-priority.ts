import { readFileSync, writeFileSync } from 'node:fs'
import { setPriority } from 'node:os'

/** A tenth of what others get while they want all there is; everything while they do not. */
const nice = 10

/**
 * Lets every other process go first before the database's process behind a connection. This is possible only where the
 * database is on this machine, and allowed only to root and to the user it runs as; elsewhere nothing happens. There is
 * no way back: such a connection stays as it is.
 */
export function lowerBackend(backend: number): void {
  if (!isBackend(backend)) return
  attempt(() => setPriority(backend, nice))
  // Linux may weigh sessions instead of processes, and every process of PostgreSQL is a session of its own.
  attempt(() => writeFileSync(`/proc/${backend}/autogroup`, String(nice)))
}

/** Whoever is in another container sees other processes under the same numbers. */
function isBackend(process: number): boolean {
  try {
    return readFileSync(`/proc/${process}/cmdline`, 'latin1').startsWith('postgres: ')
  } catch {
    return false
  }
}

function attempt(change: () => void): void {
  try {
    change()
  } catch {}
}
