import { createHash } from 'node:crypto'
import { type FileHandle, open } from 'node:fs/promises'
import { basename } from 'node:path'
import { BadFile } from './bad-file.ts'

/** A file on the disk of whoever runs the command. It stays open, so that both readings are of the same one. */
export interface SourceFile {
  readonly name: string
  readonly bytes: number
  readonly sha256: Buffer
  /** Its text, a piece at a time. */
  readonly text: () => AsyncGenerator<string>
  /** Throws if it was changed since it was opened. */
  readonly checkUnchanged: () => Promise<void>
  readonly close: () => Promise<void>
}

/** Larger files are divided: an import is as long as its file, and a year of cards of a large chain fits. */
const fileBytesMax = 1024 * 1024 * 1024
const chunkBytes = 256 * 1024

export async function openSource(path: string): Promise<SourceFile> {
  const handle = await open(path, 'r').catch((error: NodeJS.ErrnoException) => {
    throw new BadFile(`${path} cannot be read: ${error.code === 'ENOENT' ? 'there is no such file' : error.message}.`)
  })
  try {
    const stat = await handle.stat()
    if (!stat.isFile()) throw new BadFile(`${path} is no file. Both readings need one, so a pipe will not do.`)
    if (stat.size > fileBytesMax) throw new BadFile(`${path} has more than ${fileBytesMax / 2 ** 30} GiB: divide it.`)
    if (stat.size === 0) throw new BadFile(`${path} is empty.`)
    return {
      name: basename(path).slice(0, 255),
      bytes: stat.size,
      sha256: await hashOf(handle),
      text: () => textOf(handle, path),
      checkUnchanged: async () => {
        const now = await handle.stat()
        if (now.size !== stat.size || now.mtimeMs !== stat.mtimeMs)
          throw new BadFile(`${path} was changed while it was read. Begin again with the file as it is now.`)
      },
      close: () => handle.close(),
    }
  } catch (error) {
    await handle.close()
    throw error
  }
}

async function hashOf(handle: FileHandle): Promise<Buffer> {
  const hash = createHash('sha256')
  for await (const { bytes } of chunksOf(handle)) hash.update(bytes)
  return hash.digest()
}

async function* chunksOf(handle: FileHandle): AsyncGenerator<{ readonly bytes: Buffer; readonly at: number }> {
  let at = 0
  for (;;) {
    const buffer = Buffer.allocUnsafe(chunkBytes)
    const { bytesRead } = await handle.read(buffer, 0, chunkBytes, at)
    if (bytesRead === 0) return
    yield { bytes: buffer.subarray(0, bytesRead), at }
    at += bytesRead
  }
}

/** UTF-8, with or without a byte-order mark. Any other encoding would turn names into something else without a word. */
async function* textOf(handle: FileHandle, path: string): AsyncGenerator<string> {
  const decoder = new TextDecoder('utf-8', { fatal: true })
  for await (const { bytes, at } of chunksOf(handle)) {
    if (at === 0) refuseUtf16(bytes, path)
    const text = decode(() => decoder.decode(bytes, { stream: true }), path, at)
    if (text.includes('\0')) throw new BadFile(`${path} has NUL bytes, which no text has: is it UTF-16? ${saveAs}`)
    yield text
  }
  decode(() => decoder.decode(), path, 0)
}

function decode(read: () => string, path: string, at: number): string {
  try {
    return read()
  } catch {
    throw new BadFile(`${path} is not UTF-8, from byte ${at} on: it may be Windows-1252 or Latin-1. ${saveAs}`)
  }
}

function refuseUtf16(bytes: Buffer, path: string): void {
  const mark = bytes.subarray(0, 2).toString('hex')
  if (mark === 'fffe' || mark === 'feff') throw new BadFile(`${path} is UTF-16. ${saveAs}`)
}

const saveAs = 'Save it as "CSV UTF-8", or convert it with iconv.'
