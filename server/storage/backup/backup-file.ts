import { hash } from 'node:crypto'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createZstdDecompress } from 'node:zlib'
import {
  type BackupHead,
  type BackupManifest,
  type BackupSeal,
  DamagedBackup,
  memberNames,
  pieceName,
  readHead,
  readManifest,
  readSeal,
} from './backup-format.ts'
import { type BackupKey, isSameDigest } from './backup-key.ts'
import { MemberReader } from './member-reader.ts'
import { reasonOf, type TableMeasure, takeMeasured } from './row-measure.ts'
import type { OnProgress, RowSource, TakeRows } from './row-source.ts'

/** What the key says about a backup: it was made with this key, with another one, or that cannot be told. */
export type KeyStanding = 'same' | 'other' | 'unknown'

/** A backup that is being read. Every byte is checked against what its end says of it. */
export class BackupFile implements RowSource {
  readonly head: BackupHead
  private readonly headText: Buffer
  private readonly members: MemberReader
  private readonly key: BackupKey | undefined

  private constructor(members: MemberReader, headText: Buffer, key: BackupKey | undefined) {
    this.members = members
    this.headText = headText
    this.head = readHead(headText)
    const { id, keyFingerprint } = this.head
    this.key = keyFingerprint === undefined ? key : key?.thatMade(id, keyFingerprint)
  }

  static with<Result>(
    path: string,
    key: BackupKey | undefined,
    use: (backup: BackupFile) => Promise<Result>,
  ): Promise<Result> {
    return MemberReader.with(path, async (members) =>
      use(new BackupFile(members, await members.read(memberNames.head), key)),
    )
  }

  get keyStanding(): KeyStanding {
    const { id, keyFingerprint } = this.head
    if (!this.key || keyFingerprint === undefined) return 'unknown'
    return isSameDigest(this.key.fingerprint(id), keyFingerprint) ? 'same' : 'other'
  }

  async feed(take: TakeRows, progress: OnProgress): Promise<BackupManifest> {
    const measures = new Map<string, TableMeasure>()
    for (const table of this.head.tables) {
      const report = (rows: number, isDone: boolean) => progress(table.name, rows, isDone)
      const rows = createZstdDecompress()
      const fed = pipeline(Readable.from(this.pieces(table.name), { objectMode: false }), rows).catch(toDamage)
      const taken = takeMeasured(rows, (measured) => take(table, measured), report)
      const reason = reasonOf(await Promise.allSettled([fed, taken]))
      if (reason) throw reason
      measures.set(table.name, await taken)
    }
    return this.readEnd(measures)
  }

  /** An empty table has one piece too: the frame around nothing. */
  private async *pieces(table: string): AsyncGenerator<Buffer> {
    const first = await this.members.read(pieceName(table, 1))
    if (hasIdleBits(first)) throw changed(`the beginning of ${table}`)
    yield first
    for (let piece = 2; (await this.members.peek()) === pieceName(table, piece); piece++)
      yield await this.members.read(pieceName(table, piece))
  }

  private async readEnd(measures: ReadonlyMap<string, TableMeasure>): Promise<BackupManifest> {
    const manifestText = await this.members.read(memberNames.manifest)
    const seal = readSeal(await this.members.read(memberNames.seal))
    await this.members.readEnd()
    this.checkSeal(manifestText, seal)
    const manifest = readManifest(manifestText)
    if (manifest.headSha256 !== hash('sha256', this.headText)) throw changed(memberNames.head)
    for (const { name } of this.head.tables) {
      const [written, read] = [manifest.measures.get(name), measures.get(name)]
      if (written?.sha256 !== read?.sha256 || written?.rows !== read?.rows) throw changed(`the rows of ${name}`)
    }
    return manifest
  }

  private checkSeal(manifestText: Buffer, { manifestSha256, signature }: BackupSeal): void {
    if (manifestSha256 !== hash('sha256', manifestText)) throw changed(memberNames.manifest)
    if (!this.key || this.keyStanding !== 'same') return
    if (signature === undefined || !isSameDigest(signature, this.key.sign(manifestText)))
      throw new DamagedBackup(
        'The backup was changed by somebody without the secret key: its checksums fit, its signature does not.',
      )
  }
}

const changed = (what: string) =>
  new DamagedBackup(`The backup is damaged: ${what} is not what was written when it was made.`)

/**
 * Bits of a frame's header that are never set when it is written, and that a decompressor lets pass: the unused one of
 * its descriptor and, where the size of the window follows, what would make it no power of two.
 */
function hasIdleBits(frame: Buffer): boolean {
  const [descriptor = 0, window = 0] = frame.subarray(4, 6)
  const hasWindow = (descriptor & 0x20) === 0
  return (descriptor & 0x10) !== 0 || (hasWindow && (window & 0x07) !== 0)
}

/** What the decompressor says about damaged bytes means little to an operator. */
function toDamage(error: Error & { code?: string }): never {
  if (/^ZSTD_|^Z_|zstd/i.test(error.code ?? '')) throw changed(`a compressed piece (${error.message})`)
  throw error
}
