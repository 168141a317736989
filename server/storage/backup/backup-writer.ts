import { hash, randomUUID } from 'node:crypto'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { constants, createZstdCompress } from 'node:zlib'
import { defined } from '../../ground/kernel/defined.ts'
import {
  type BackupHead,
  composeHead,
  composeManifest,
  composeSeal,
  formatVersion,
  memberNames,
  pieceName,
} from './backup-format.ts'
import type { BackupKey } from './backup-key.ts'
import type { NewFile } from './new-file.ts'
import type { OnProgress, RowSource, SourceContent } from './row-source.ts'
import { blockBytes, composeHeader, paddingAfter } from './tar.ts'

/** Large enough that a member's header weighs nothing, small enough for any memory. */
const pieceBytes = 4 * 2 ** 20

/** Fast, and with a checksum of its own at the end of each table. */
const compression = { params: { [constants.ZSTD_c_compressionLevel]: 3, [constants.ZSTD_c_checksumFlag]: 1 } }

export interface BackupOptions {
  readonly purser: string
  readonly key: BackupKey | undefined
  readonly progress: OnProgress
}

export interface WrittenBackup extends SourceContent {
  readonly head: BackupHead
}

/** Writes everything that a source has, in the order in which it comes, and the seal last. */
export async function writeBackup(
  file: NewFile,
  source: RowSource,
  { purser, key, progress }: BackupOptions,
): Promise<WrittenBackup> {
  const id = randomUUID()
  const head = defined({ ...source.head, format: formatVersion, id, purser, keyFingerprint: key?.fingerprint(id) })
  const headText = composeHead(head)
  await writeMember(file, memberNames.head, headText)
  const content = await source.feed(async (table, rows) => {
    let piece = 0
    await writePieces(rows, (body) => {
      piece += 1
      return writeMember(file, pieceName(table.name, piece), body)
    })
  }, progress)
  const manifest = composeManifest({ ...content, headSha256: hash('sha256', headText) })
  await writeMember(file, memberNames.manifest, manifest)
  const seal = defined({ manifestSha256: hash('sha256', manifest), signature: key?.sign(manifest) })
  await writeMember(file, memberNames.seal, composeSeal(seal))
  // Two empty blocks end a tar file.
  await file.write(Buffer.alloc(2 * blockBytes))
  return { head, ...content }
}

async function writeMember(file: NewFile, name: string, body: Buffer): Promise<void> {
  const padding = Buffer.alloc(paddingAfter(body.length))
  await file.write(Buffer.concat([composeHeader({ name, size: body.length }), body, padding]))
}

/** Compresses rows and passes them on in pieces. */
async function writePieces(rows: Readable, write: (body: Buffer) => Promise<void>): Promise<void> {
  await pipeline(rows, createZstdCompress(compression), async (compressed: AsyncIterable<Buffer>) => {
    let [parts, size]: [Buffer[], number] = [[], 0]
    for await (const part of compressed) {
      parts.push(part)
      size += part.length
      if (size < pieceBytes) continue
      await write(Buffer.concat(parts))
      ;[parts, size] = [[], 0]
    }
    if (size > 0) await write(Buffer.concat(parts))
  })
}
