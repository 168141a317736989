/** A command that cannot do what it was asked to. Its lines are shown as they are, and the exit status is 1. */
export class CommandFailed extends Error {
  readonly lines: readonly string[]
  /** 3: it would have undone what others have changed. */
  readonly status: 1 | 3

  constructor(lines: readonly string[], status: 1 | 3 = 1) {
    super(lines.join('\n'))
    this.lines = lines
    this.status = status
  }
}

/** What to tell whoever ran a command that ended in an exception. */
export const linesOf = (error: unknown): readonly string[] =>
  error instanceof CommandFailed ? error.lines : [error instanceof Error ? error.message : String(error)]
