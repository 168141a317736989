/** A file that cannot be imported at all, whatever its rows say. Its lines are shown as they are. */
export class BadFile extends Error {
  readonly lines: readonly string[]

  constructor(...lines: readonly string[]) {
    super(lines.join('\n'))
    this.lines = lines
  }
}
