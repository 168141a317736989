import { chmod, chown, link, mkdir, open, readFile, realpath, rename, stat, unlink } from 'node:fs/promises'
import { dirname } from 'node:path'
import { codeOf } from '../../ground/kernel/code-of.ts'
import type { RandomBytes } from '../../ground/kernel/ids.ts'

export const keyLength = 32

export type SecretKey =
  | { readonly kind: 'key'; readonly key: Buffer; readonly further: readonly Buffer[] }
  | { readonly kind: 'fault'; readonly text: string }

/** Reads the key that seals pins and secrets, and makes it if there is none yet. Of two processes that make it, one wins. */
export async function makeOrReadKeyFile(path: string, random: RandomBytes): Promise<SecretKey> {
  const existing = await stat(path).catch((error: NodeJS.ErrnoException) => error.code)
  if (existing === 'ENOENT') {
    const fault = await makeKeyFile(path, random).catch((error: Error) => error.message)
    if (fault !== undefined) return { kind: 'fault', text: `The key file ${path} cannot be created: ${fault}` }
  }
  return readKeyFile(path)
}

export async function readKeyFile(path: string): Promise<SecretKey> {
  const fault = (text: string): SecretKey => ({ kind: 'fault', text: `The key file ${path} ${text}` })
  try {
    const { mode } = await stat(path)
    if (mode & 0o027) return fault('can be read or changed by others. Run chmod 600 on it.')
    const [key, ...further] = parseKeys(await readFile(path, 'latin1')) ?? []
    return key ? { kind: 'key', key, further } : fault(`does not hold the base64 of ${keyLength} random bytes.`)
  } catch (error) {
    return fault(`cannot be read: ${error instanceof Error ? error.message : error}`)
  }
}

/** The newest, the one that it replaces, and one that an interrupted replacement left. */
const keysMax = 3

/** Reads one key, or several with commas or line breaks between; undefined if one of them is none. */
export function parseKeys(text: string): Buffer[] | undefined {
  const keys = text
    .trim()
    .split(/[\s,]+/)
    .map(parseKey)
  const good = keys.filter((key) => key !== undefined)
  return good.length === keys.length && keys.length <= keysMax ? good : undefined
}

/** Reads 32 bytes in base64, padded or not; undefined for anything else, and for one byte repeated, which is no secret. */
function parseKey(text: string): Buffer | undefined {
  const key = Buffer.from(text, 'base64')
  const isBase64 = key.toString('base64').replace(/=+$/, '') === text.replace(/=+$/, '')
  const isOneByteRepeated = key.every((byte) => byte === key[0])
  return isBase64 && key.length === keyLength && !isOneByteRepeated ? key : undefined
}

/** The file appears whole or not at all, and an existing one is never overwritten. */
async function makeKeyFile(path: string, random: RandomBytes): Promise<undefined> {
  const folder = dirname(path)
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const draft = `${path}.${process.pid}.${Buffer.from(random(6)).toString('hex')}`
  await writeDurably(draft, `${Buffer.from(random(keyLength)).toString('base64')}\n`)
  try {
    await link(draft, path)
  } catch (error) {
    if (codeOf(error) !== 'EEXIST') throw error
  } finally {
    await unlink(draft)
  }
  await syncFolder(folder)
}

/**
 * Replaces the keys in a file. At every moment the file holds either the old keys or the new ones, whole; whoever could
 * read it still can, and nobody else.
 */
export async function replaceKeyFile(path: string, keys: readonly Buffer[], random: RandomBytes): Promise<void> {
  const file = await realpath(path)
  const { mode, uid, gid } = await stat(file)
  const draft = `${file}.${process.pid}.${Buffer.from(random(6)).toString('hex')}`
  try {
    await writeDurably(draft, keys.map((key) => `${key.toString('base64')}\n`).join(''))
    const made = await stat(draft)
    if (made.uid !== uid || made.gid !== gid) await chown(draft, uid, gid)
    await chmod(draft, mode & 0o777)
    await rename(draft, file)
  } catch (error) {
    await unlink(draft).catch(() => undefined)
    throw error
  }
  await syncFolder(dirname(file))
}

/** Adds keys to the file of those that are no longer used: only they open older backups. */
export async function keepRetiredKeys(path: string, keys: readonly Buffer[]): Promise<string> {
  const kept = `${await realpath(path)}.retired`
  const file = await open(kept, 'a', 0o600)
  try {
    await file.appendFile(keys.map((key) => `${key.toString('base64')}\n`).join(''))
    await file.sync()
  } finally {
    await file.close()
  }
  await syncFolder(dirname(kept))
  return kept
}

async function writeDurably(path: string, content: string): Promise<void> {
  const file = await open(path, 'wx', 0o600)
  try {
    await file.writeFile(content)
    await file.sync()
  } finally {
    await file.close()
  }
}

async function syncFolder(path: string): Promise<void> {
  const folder = await open(path, 'r')
  try {
    await folder.sync()
  } finally {
    await folder.close()
  }
}
