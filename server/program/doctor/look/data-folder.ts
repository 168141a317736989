import { accessSync, constants, statSync } from 'node:fs'
import { statfs } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { codeOf } from '../../../ground/kernel/code-of.ts'
import type { DataFolder, FolderSight } from '../judge/data-folder.ts'
import type { Disk } from '../judge/disk.ts'

export function lookAtDataFolder(path: string): DataFolder {
  const user = process.getuid?.()
  return { path, user, folder: lookAtFolder(path), database: lookAtFolder(join(path, 'postgres')) }
}

function lookAtFolder(path: string): FolderSight {
  try {
    const found = statSync(path, { throwIfNoEntry: false })
    if (!found) return { kind: 'missing' }
    if (!found.isDirectory()) return { kind: 'file' }
    return { kind: 'folder', owner: found.uid, mode: found.mode, isWritable: isWritable(path) }
  } catch (error) {
    const code = codeOf(error) ?? 'unknown reason'
    return code === 'ENOTDIR' ? { kind: 'missing' } : { kind: 'unseen', reason: code }
  }
}

function isWritable(path: string): boolean {
  try {
    accessSync(path, constants.W_OK | constants.X_OK)
    return true
  } catch {
    return false
  }
}

/** The disk of a folder, or of the nearest folder above it that exists. */
export async function lookAtDisk(path: string): Promise<Disk> {
  try {
    const { bsize, bavail, blocks, ffree, files } = await statfs(path)
    return { path, freeBytes: bavail * bsize, totalBytes: blocks * bsize, freeFiles: ffree, totalFiles: files }
  } catch (error) {
    const above = dirname(path)
    if (above === path) throw error
    return lookAtDisk(above)
  }
}
