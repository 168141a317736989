/** Reads what a client says to PostgreSQL, as far as needed to know the statements that it has carried out. */
export class ClientMessages {
  private rest: Buffer = Buffer.alloc(0)
  private isStarted = false
  private readonly statements = new Map<string, string>()

  /** The texts of the statements that these bytes, and what was left of those before, make the database carry out. */
  read(data: Buffer): string[] {
    this.rest = Buffer.concat([this.rest, data])
    const executed: string[] = []
    for (;;) {
      // The first message has no letter in front of its length.
      const head = this.isStarted ? 1 : 0
      if (this.rest.length < head + 4) return executed
      const end = head + this.rest.readInt32BE(head)
      if (this.rest.length < end) return executed
      const letter = this.isStarted ? String.fromCharCode(this.rest[0] ?? 0) : ''
      const [first = '', second = ''] = this.rest
        .subarray(head + 4, end)
        .toString('latin1')
        .split('\0')
      if (letter === 'P') this.statements.set(first, second)
      // A bind names its portal and its statement; it is followed by its execution.
      if (letter === 'B') executed.push(this.statements.get(second) ?? '')
      if (letter === 'Q') executed.push(first)
      this.isStarted = true
      this.rest = this.rest.subarray(end)
    }
  }
}
