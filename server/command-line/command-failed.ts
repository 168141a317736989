/** A command that cannot do what it was asked to. Its lines are shown as they are, and the exit status is 1. */
export class CommandFailed extends Error {
  readonly lines: readonly string[]

  constructor(lines: readonly string[]) {
    super(lines.join('\n'))
    this.lines = lines
  }
}
