import {
  closeSync,
  constants,
  copyFileSync,
  fstatSync,
  ftruncateSync,
  openSync,
  readSync,
  rmSync,
  statSync,
} from 'node:fs'

const fileBytesMax = 10 * 1024 * 1024
const checkMs = 60_000

export interface DatabaseLog {
  readonly path: string
  /** Opens it for appending. Refuses to follow a link in its place. */
  open(): number
  size(): number
  /** The last lines that were written after a position. */
  readFrom(position: number): string
  close(): void
}

/** PostgreSQL's own log. Together with its predecessor it never takes much more than twice the limit. */
export function openDatabaseLog(path: string): DatabaseLog {
  trim(path)
  const timer = setInterval(() => trim(path), checkMs)
  timer.unref()
  const { O_APPEND, O_CREAT, O_NOFOLLOW, O_WRONLY } = constants
  return {
    path,
    open: () => openSync(path, O_WRONLY | O_APPEND | O_CREAT | O_NOFOLLOW, 0o600),
    size: () => sizeOf(path),
    readFrom: (position) => readEnd(path, position),
    close: () => clearInterval(timer),
  }
}

function sizeOf(path: string): number {
  return statSync(path, { throwIfNoEntry: false })?.size ?? 0
}

/** The database keeps the file open for appending, so it is emptied in place instead of moved. */
function trim(path: string): void {
  if (sizeOf(path) < fileBytesMax) return
  const file = openSync(path, constants.O_WRONLY | constants.O_NOFOLLOW)
  try {
    rmSync(`${path}.1`, { force: true })
    copyFileSync(path, `${path}.1`, constants.COPYFILE_EXCL)
  } catch {
    // If there is no room for a copy, the space is needed all the more.
  } finally {
    ftruncateSync(file)
    closeSync(file)
  }
}

function readEnd(path: string, position: number): string {
  const file = openSync(path, constants.O_RDONLY | constants.O_NOFOLLOW)
  try {
    const { size } = fstatSync(file)
    const buffer = Buffer.alloc(Math.min(4_000, Math.max(0, size - position)))
    readSync(file, buffer, 0, buffer.length, size - buffer.length)
    return buffer.toString('utf8').trim()
  } finally {
    closeSync(file)
  }
}
