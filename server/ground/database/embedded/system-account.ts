import { chmodSync, chownSync, lchownSync, readdirSync, readFileSync, type Stats, statSync } from 'node:fs'
import { dirname, join } from 'node:path'

/** The system user that runs the database. */
export interface SystemAccount {
  readonly uid: number
  readonly gid: number
  readonly name: string
}

/**
 * PostgreSQL refuses to run as root, so root runs it as another user: the owner of the data, a user `purser` that the
 * operator created for it, or else another unprivileged user of the system, which may run other things too. Undefined
 * means that it runs as the current user.
 */
export function chooseAccount(folder: string, databaseFolder: string): SystemAccount | undefined {
  if (process.getuid?.() !== 0) return undefined
  const users = listUsers()
  const owner = findOwner(databaseFolder)
  if (owner) return users.find((user) => user.uid === owner.uid) ?? owner
  // initdb needs a user that the system knows, so for a new database a bare number is the last resort.
  const folderOwner = findOwner(folder)
  const named = (name: string) => users.find((user) => user.name === name)
  return (
    users.find((user) => user.uid === folderOwner?.uid) ??
    named('purser') ??
    named('postgres') ??
    named('nobody') ??
    users[0] ?? { uid: 65534, gid: 65534, name: 'user 65534' }
  )
}

function findOwner(path: string): SystemAccount | undefined {
  const found = statSync(path, { throwIfNoEntry: false })
  return found && found.uid !== 0 ? { uid: found.uid, gid: found.gid, name: `user ${found.uid}` } : undefined
}

function listUsers(): SystemAccount[] {
  try {
    const lines = readFileSync('/etc/passwd', 'utf8').split('\n')
    const fields = lines.filter((line) => !line.startsWith('#')).map((line) => line.split(':'))
    // Some systems write nobody as -2.
    return fields
      .map(([name = '', , uid, gid]) => ({ name, uid: Number(uid) >>> 0, gid: Number(gid) >>> 0 }))
      .filter((user) => user.uid > 0)
  } catch {
    return []
  }
}

/** Gives a folder and its content to the account. Links change owner but are not followed. */
export function giveFolder(folder: string, account: SystemAccount | undefined): void {
  if (!account) return
  for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
    lchownSync(join(folder, name), account.uid, account.gid)
  }
  lchownSync(folder, account.uid, account.gid)
}

/** Lets the account pass through one of our folders without listing it. */
export function openFolder(folder: string, account: SystemAccount | undefined): void {
  const found = statSync(folder)
  if (!account || canEnter(found, account)) return
  const mode = found.mode & 0o7777
  const isGroupFree = (mode & 0o070) === 0
  if (found.uid === account.uid) {
    chmodSync(folder, mode | 0o100)
  } else if (isGroupFree) {
    chownSync(folder, found.uid, account.gid)
    chmodSync(folder, mode | 0o010)
  } else {
    chmodSync(folder, mode | 0o001)
  }
}

/** The outermost folder above `path` that the account cannot pass through. */
export function findBlockingFolder(path: string, account: SystemAccount): string | undefined {
  const above = dirname(path)
  const outer = above === path ? undefined : findBlockingFolder(above, account)
  if (outer) return outer
  const found = statSync(path, { throwIfNoEntry: false })
  return found?.isDirectory() && !canEnter(found, account) ? path : undefined
}

function canEnter(found: Stats, account: SystemAccount): boolean {
  if (found.uid === account.uid) return (found.mode & 0o100) !== 0
  if (found.gid === account.gid) return (found.mode & 0o010) !== 0
  return (found.mode & 0o001) !== 0
}
