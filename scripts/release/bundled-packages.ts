import { readFileSync } from 'node:fs'
import { join } from 'node:path'

interface LockFile {
  readonly packages: Readonly<Record<string, LockedPackage>>
}

interface LockedPackage {
  readonly dev?: boolean
  readonly devOptional?: boolean
  readonly optionalDependencies?: Readonly<Record<string, string>>
}

/**
 * The folders of the packages that a release carries with it, such as node_modules/pg: all that the server may load, in
 * the versions that were tested. PostgreSQL and Node, which are large and different for each kind of machine, are left
 * to npm.
 */
export function listBundledPackages(root: string): readonly string[] {
  const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as LockFile
  const leftToNpm = Object.keys(packages['']?.optionalDependencies ?? {}).map((name) => `node_modules/${name}`)
  return Object.entries(packages)
    .filter(([path, { dev, devOptional }]) => path !== '' && !dev && !devOptional && !leftToNpm.includes(path))
    .map(([path]) => path)
    .toSorted()
}
