import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { open, readdir, rename, stat, unlink } from 'node:fs/promises'
import { join } from 'node:path'
import { codeOf } from '../../ground/kernel/code-of.ts'

/** What an interrupted export leaves in the folder begins with this and the number of its process. */
const unfinishedPrefix = '.unfinished-'

/** A file that appears under its name as a whole and on disk, or not at all. What was there before is replaced. */
export async function replaceFile(
  folder: string,
  name: string,
  write: (draft: string) => Promise<void>,
): Promise<{ bytes: number; sha256: string }> {
  const draft = join(folder, `${unfinishedPrefix}${process.pid}-${name}`)
  await (await open(draft, 'w', 0o600)).close()
  try {
    await write(draft)
    await syncPath(draft)
    const measured = await measureFile(draft)
    await rename(draft, join(folder, name))
    await syncPath(folder)
    return measured
  } catch (error) {
    await unlink(draft).catch(() => undefined)
    throw error
  }
}

async function syncPath(path: string): Promise<void> {
  const handle = await open(path, 'r')
  await handle.sync().finally(() => handle.close())
}

export async function measureFile(path: string): Promise<{ bytes: number; sha256: string }> {
  const hash = createHash('sha256')
  for await (const piece of createReadStream(path)) hash.update(piece as Buffer)
  return { bytes: (await stat(path)).size, sha256: hash.digest('hex') }
}

/** Removes what processes that are gone have left: it may hold personal data, and nobody would look for it. */
export async function removeLeftovers(folder: string): Promise<void> {
  for (const name of await readdir(folder)) {
    const pid = name.startsWith(unfinishedPrefix) ? Number.parseInt(name.slice(unfinishedPrefix.length), 10) : 0
    if (pid > 0 && pid !== process.pid && !isAlive(pid)) await unlink(join(folder, name))
  }
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return codeOf(error) === 'EPERM'
  }
}
