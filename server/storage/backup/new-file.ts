import { type FileHandle, link, open, rename, unlink } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { codeOf } from '../../ground/kernel/code-of.ts'

/** What an interrupted backup leaves in the folder begins with this. */
export const unfinishedPrefix = '.unfinished-'

/** A file that appears under its name as a whole, on disk, or not at all; an existing one is never overwritten. */
export class NewFile {
  readonly path: string
  readonly draft: string
  private readonly handle: FileHandle
  bytes = 0

  private constructor(path: string, draft: string, handle: FileHandle) {
    this.path = path
    this.draft = draft
    this.handle = handle
  }

  static async with<Result>(path: string, write: (file: NewFile) => Promise<Result>): Promise<Result> {
    const draft = join(dirname(path), `${unfinishedPrefix}${process.pid}-${basename(path)}`)
    const file = new NewFile(path, draft, await open(draft, 'wx', 0o600))
    try {
      const result = await write(file)
      await file.publish()
      return result
    } finally {
      await file.handle.close()
      await unlink(draft).catch(() => undefined)
    }
  }

  async write(content: Buffer): Promise<void> {
    await this.handle.writeFile(content)
    this.bytes += content.length
  }

  private async publish(): Promise<void> {
    await this.handle.sync()
    try {
      await link(this.draft, this.path)
    } catch (error) {
      if (!hasNoLinks(error)) throw error
      // A file system without links: the name is taken first, so that nobody else's file is replaced.
      await (await open(this.path, 'wx', 0o600)).close()
      await rename(this.draft, this.path)
    }
    const folder = await open(dirname(this.path), 'r')
    await folder.sync().finally(() => folder.close())
  }
}

const hasNoLinks = (error: unknown) => ['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS'].includes(codeOf(error) ?? '')
