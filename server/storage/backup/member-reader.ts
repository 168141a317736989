import { type FileHandle, open } from 'node:fs/promises'
import { DamagedBackup } from './backup-format.ts'
import { blockBytes, paddingAfter, readHeader, type TarHeader } from './tar.ts'

const endsEarly = () => new DamagedBackup('The backup is not whole: the file ends early.')

/** Reads the members of a tar file one after the other, each as a whole. */
export class MemberReader {
  private readonly handle: FileHandle
  private upcoming: TarHeader | undefined

  private constructor(handle: FileHandle) {
    this.handle = handle
  }

  static async with<Result>(path: string, use: (members: MemberReader) => Promise<Result>): Promise<Result> {
    const handle = await open(path, 'r')
    try {
      return await use(new MemberReader(handle))
    } finally {
      await handle.close()
    }
  }

  /** The name of the member that comes next. */
  async peek(): Promise<string> {
    this.upcoming ??= await this.readUpcoming()
    return this.upcoming.name
  }

  /** The next member, which must have this name. */
  async read(name: string): Promise<Buffer> {
    const found = await this.peek()
    if (found !== name) throw new DamagedBackup(`The backup is damaged: it has ${found} where ${name} belongs.`)
    const size = this.upcoming?.size ?? 0
    this.upcoming = undefined
    const body = await this.take(size + paddingAfter(size))
    if (body.subarray(size).some((byte) => byte !== 0)) throw new DamagedBackup(`The backup is damaged after ${name}.`)
    return body.subarray(0, size)
  }

  /** After the last member: the end, and nothing behind it. */
  async readEnd(): Promise<void> {
    const end = await this.take(2 * blockBytes)
    const { bytesRead } = await this.handle.read(Buffer.alloc(1), 0, 1)
    if (bytesRead > 0 || end.some((byte) => byte !== 0))
      throw new DamagedBackup('The backup is damaged: something follows its end.')
  }

  private async readUpcoming(): Promise<TarHeader> {
    const block = await this.take(blockBytes)
    const header = readHeader(block)
    if (!header) throw new DamagedBackup('This is no backup of Purser, or it is damaged.')
    return header
  }

  private async take(size: number): Promise<Buffer> {
    const body = Buffer.alloc(size)
    for (let filled = 0; filled < size; ) {
      const { bytesRead } = await this.handle.read(body, filled, size - filled)
      if (bytesRead === 0) throw endsEarly()
      filled += bytesRead
    }
    return body
  }
}
