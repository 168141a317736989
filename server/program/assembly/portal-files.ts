import { createHash } from 'node:crypto'
import { accessSync, constants, existsSync, readdirSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../../..', import.meta.url))

/** Where a release has the portal's built pages, and where they are built if that can be written to. */
const ownFiles = join(root, 'portal/dist')

/** What a release does not have, and an installation without development packages has only in part. */
const tools = ['portal/main.tsx', 'portal/index.html', 'node_modules/vite', 'node_modules/react']

/** Whether the pages can be built here, from their sources. */
export const canBuildPortal = (): boolean => tools.every((path) => existsSync(join(root, path)))

/**
 * Where the portal's pages are, or will be. An installation that its server may not write to has them in the data
 * folder, under a name that changes with the sources.
 */
export function portalFilesFor({ dataFolder }: { readonly dataFolder: string }): string {
  if (existsSync(join(ownFiles, 'index.html')) || !canBuildPortal() || mayWrite(dirname(ownFiles))) return ownFiles
  return join(dataFolder, `portal-${fingerprint()}`)
}

function mayWrite(folder: string): boolean {
  try {
    accessSync(folder, constants.W_OK)
    return true
  } catch {
    return false
  }
}

/** Whatever the pages are made from: another version has another one. */
function fingerprint(): string {
  const hash = createHash('sha256')
  for (const path of ['package.json', 'package-lock.json', ...filesIn('portal'), ...filesIn('server')]) {
    const found = statSync(join(root, path), { throwIfNoEntry: false })
    hash.update(`${path}\0${found?.size}\0${found?.mtimeMs}\0`)
  }
  return hash.digest('hex').slice(0, 16)
}

const filesIn = (folder: string): string[] =>
  readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(root.length))
    .toSorted()
