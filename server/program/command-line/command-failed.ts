/** 2: it was not understood. 3: it would have undone what others have changed. 4: the server could not be reached. */
export type FailedStatus = 1 | 2 | 3 | 4

/** A command that cannot do what it was asked to. Its lines are shown as they are, and the exit status is 1 unless it says otherwise. */
export class CommandFailed extends Error {
  readonly lines: readonly string[]
  readonly status: FailedStatus

  constructor(lines: readonly string[], status: FailedStatus = 1) {
    super(lines.join('\n'))
    this.lines = lines
    this.status = status
  }
}

/** What to tell whoever ran a command that ended in an exception. */
export const linesOf = (error: unknown): readonly string[] =>
  error instanceof CommandFailed ? error.lines : [error instanceof Error ? error.message : String(error)]
