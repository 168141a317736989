import { once } from 'node:events'
import { BackupFile, type KeyStanding } from './backup-file.ts'
import type { BackupHead, BackupManifest } from './backup-format.ts'
import type { BackupKey } from './backup-key.ts'
import type { OnProgress, TakeRows } from './row-source.ts'

export interface CheckedBackup {
  readonly head: BackupHead
  readonly manifest: BackupManifest
  readonly keyStanding: KeyStanding
}

/** Reads a backup from the first byte to the last, without a database; throws if it is not what was written. */
export function checkBackup(path: string, key: BackupKey | undefined, progress: OnProgress): Promise<CheckedBackup> {
  return BackupFile.with(path, key, async (backup) => {
    const manifest = await backup.feed(readThrough, progress)
    return { head: backup.head, manifest, keyStanding: backup.keyStanding }
  })
}

/** Takes rows and does nothing with them but read them. */
export const readThrough: TakeRows = async (_, rows) => {
  rows.resume()
  await once(rows, 'end')
}
