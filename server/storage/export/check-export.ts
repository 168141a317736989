import { existsSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { BadExport, type ExportManifest, manifestName, readManifest } from './manifest.ts'
import { measureFile } from './part-file.ts'

export interface CheckedExport {
  readonly manifest: ExportManifest
  /** What is wrong, a sentence each; none if everything is as it was written. */
  readonly faults: readonly string[]
}

/** Reads every part, without a database, and compares it with the manifest. */
export async function checkExport(folder: string): Promise<CheckedExport> {
  const manifest = existsSync(folder) ? await readManifest(folder) : undefined
  if (!manifest) throw new BadExport(`There is no export in ${folder}: it has no ${manifestName}.`)
  const faults: string[] = []
  for (const { file, bytes, sha256 } of manifest.parts) {
    const path = join(folder, file)
    if (!existsSync(path)) faults.push(`${file} is missing.`)
    else {
      const found = await measureFile(path)
      if (found.bytes !== bytes) faults.push(`${file} has ${found.bytes} bytes, and had ${bytes}.`)
      else if (found.sha256 !== sha256) faults.push(`${file} is not as it was written.`)
    }
  }
  const known = new Set([manifestName, ...manifest.parts.map(({ file }) => file)])
  for (const name of await readdir(folder)) if (!known.has(name)) faults.push(`${name} does not belong to the export.`)
  if (!manifest.isComplete) faults.push('The export was interrupted: run the same command again.')
  return { manifest, faults }
}
