import { relative } from 'node:path'

export interface FileCount {
  passed: number
  failed: number
  skipped: number
}

/** What came of the tests, by file. */
export type Tally = Record<string, FileCount>

export function countOf(tally: Tally, file = ''): FileCount {
  const name = relative(process.cwd(), file)
  tally[name] ??= { passed: 0, failed: 0, skipped: 0 }
  return tally[name]
}

export const failedFiles = (tally: Tally): string[] =>
  Object.keys(tally).filter((file) => (tally[file]?.failed ?? 0) > 0)

/** The last line of a run. */
export function sumLine(tally: Tally): string {
  const sum = { passed: 0, failed: 0, skipped: 0 }
  for (const { passed, failed, skipped } of Object.values(tally)) {
    sum.passed += passed
    sum.failed += failed
    sum.skipped += skipped
  }
  return `${sum.passed} passed, ${sum.failed} failed${sum.skipped > 0 ? `, ${sum.skipped} skipped` : ''}`
}

/**
 * What the second try of failed files, each alone, changes: nothing, but for files that may need one. `races` are those
 * that passed then and stay failed all the same.
 */
export function withSecondTry(first: Tally, second: Tally, mayNeedOne: (file: string) => boolean) {
  const passed = failedFiles(first).filter((file) => second[file] !== undefined && !failedFiles(second).includes(file))
  const forgiven = passed.filter(mayNeedOne)
  const races = passed.filter((file) => !mayNeedOne(file))
  const replaced = Object.entries(second).filter(([file]) => mayNeedOne(file))
  return { tally: { ...first, ...Object.fromEntries(replaced) }, forgiven, races }
}
