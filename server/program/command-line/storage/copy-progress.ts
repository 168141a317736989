import type { OnProgress } from '../../../storage/backup/row-source.ts'

const reportEveryMs = 5000

/** Says on standard error how far it is, every few seconds: a small database is copied without a word. */
export function copyProgress(doing: string): OnProgress {
  const began = performance.now()
  let reportedAt = began
  let before = 0
  return (table, rows, isDone) => {
    const now = performance.now()
    if (now - reportedAt >= reportEveryMs) {
      reportedAt = now
      const seconds = Math.round((now - began) / 1000)
      process.stderr.write(`${doing} ${table}: ${inThousands(before + rows)} rows in all, ${seconds} seconds\n`)
    }
    if (isDone) before += rows
  }
}

export const inThousands = (count: number): string => count.toLocaleString('en-US')

export const megabytes = (bytes: number): string => `${(bytes / 1e6).toFixed(1)} MB`

export const secondsSince = (began: number): string => `${((performance.now() - began) / 1000).toFixed(1)} seconds`

export const rowsIn = (measures: ReadonlyMap<string, { readonly rows: number }>): number =>
  [...measures.values()].reduce((sum, { rows }) => sum + rows, 0)
