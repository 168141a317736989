import { execFileSync } from 'node:child_process'
import { join } from 'node:path'

/** Not one that begins like those of Purser, which takes it for a misspelt setting. */
const variable = 'FRESH_TEST_DATABASE'

/** Keeps the database of a data folder, which must not run: migrated and empty, for tests that start a server of their own. */
export function keepFresh(folder: string): void {
  const kept = join(folder, 'fresh')
  execFileSync('cp', ['-a', join(folder, 'postgres'), kept])
  process.env[variable] = kept
}

/** Gives a new data folder that database. To make and migrate one takes longer than most of what is tested with it. */
export function copyFresh(folder: string): void {
  const kept = process.env[variable]
  if (kept !== undefined) execFileSync('cp', ['-a', kept, join(folder, 'postgres')])
}
