import { createHash } from 'node:crypto'
import { chmodSync, chownSync, lstatSync, mkdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { SystemAccount } from './system-account.ts'

export const socketPort = 5432
const socketName = `.s.PGSQL.${socketPort}`

/** Systems allow 103 to 107 bytes for the path of a socket. */
const pathBytesMax = 100

/** Creates the folder of the database's socket, which only we and the database's user may enter. */
export function makeSocketFolder(folder: string, account: SystemAccount | undefined): string {
  const path = chooseSocketFolder(folder)
  if (!lstatSync(path, { throwIfNoEntry: false })) mkdirSync(path, { mode: 0o700 })
  const found = lstatSync(path)
  const ours = [process.getuid?.(), account?.uid]
  // In a shared temporary folder, somebody else may have created a folder of this name before us.
  if (!found.isDirectory() || !ours.includes(found.uid)) {
    throw new Error(`${path} must be a folder of our own for the database's socket; remove it.`)
  }
  if (account && found.uid !== account.uid) chownSync(path, account.uid, account.gid)
  if ((found.mode & 0o777) !== 0o700) chmodSync(path, 0o700)
  return path
}

/** Removes what a dead database left in its socket folder, so that its process id cannot mislead. */
export function clearSocketFolder(path: string): void {
  rmSync(join(path, socketName), { force: true })
  rmSync(join(path, `${socketName}.lock`), { force: true })
}

export function chooseSocketFolder(folder: string): string {
  const hash = createHash('sha256').update(folder).digest('hex').slice(0, 16)
  const candidates = [join(folder, 'socket'), join(tmpdir(), `purser-${hash}`)]
  const short = candidates.find((path) => Buffer.byteLength(join(path, socketName)) <= pathBytesMax)
  return short ?? `/tmp/purser-${hash}`
}
