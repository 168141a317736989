import { createHmac, type KeyObject, timingSafeEqual } from 'node:crypto'

/**
 * What a backup knows of the secret key: nothing that would open a seal, but enough to recognise the key, and to
 * recognise that somebody without the key changed the file.
 */
export class BackupKey {
  private readonly key: KeyObject
  /** Those that are valid beside it while the secret key is being replaced. */
  private readonly others: readonly BackupKey[]

  constructor(key: KeyObject, others: readonly BackupKey[] = []) {
    this.key = key
    this.others = others
  }

  /** The one of the valid keys that a backup was made with; this one, if none of them was. */
  thatMade(backupId: string, fingerprint: string): BackupKey {
    return this.others.find((one) => isSameDigest(one.fingerprint(backupId), fingerprint)) ?? this
  }

  /** Another one for each backup, so that two of them do not tell that they have the same key. */
  fingerprint(backupId: string): string {
    return this.of('fingerprint', Buffer.from(backupId))
  }

  sign(manifest: Buffer): string {
    return this.of('manifest', manifest)
  }

  private of(use: string, content: Buffer): string {
    return createHmac('sha256', this.key).update(`${use}\0`).update(content).digest('hex')
  }
}

export function isSameDigest(one: string, other: string): boolean {
  const [left, right] = [Buffer.from(one, 'hex'), Buffer.from(other, 'hex')]
  return left.length === right.length && timingSafeEqual(left, right)
}
