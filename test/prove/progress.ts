import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import type { Tally } from './tally.ts'

interface Kept {
  readonly seconds: number
  /** By seed, then by stage. */
  readonly done: Record<string, Record<string, Tally>>
}

/** What a long run has done so far, in a file: a run that was ended goes on with the stage that it was at. */
export class Progress {
  private readonly file: string | undefined
  private readonly kept: Kept

  constructor(file: string | undefined, seconds: number) {
    this.file = file
    const found: Kept | undefined =
      file !== undefined && existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : undefined
    if (found && found.seconds !== seconds) throw new Error(`${file} is of a run with --seconds ${found.seconds}`)
    this.kept = found ?? { seconds, done: {} }
  }

  of(seed: number): ReadonlyMap<string, Tally> {
    return new Map(Object.entries(this.kept.done[seed] ?? {}))
  }

  keep(seed: number, stage: string, tally: Tally): void {
    if (this.file === undefined) return
    this.kept.done[seed] = { ...this.kept.done[seed], [stage]: tally }
    // Whole or not at all: the run may be killed while it writes.
    writeFileSync(`${this.file}.new`, JSON.stringify(this.kept))
    renameSync(`${this.file}.new`, this.file)
  }
}
