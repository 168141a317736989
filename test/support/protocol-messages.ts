/** One message between a client and PostgreSQL. */
export interface Message {
  /** Empty for the first message of a client, which has none. */
  readonly letter: string
  readonly bytes: Buffer
  readonly body: Buffer
}

/** Cuts a stream of the protocol into messages: a letter, a length, a body. */
export class Messages {
  private rest: Buffer = Buffer.alloc(0)
  private isStarted: boolean

  constructor(isStarted: boolean) {
    this.isStarted = isStarted
  }

  read(data: Buffer): Message[] {
    this.rest = Buffer.concat([this.rest, data])
    const found: Message[] = []
    for (;;) {
      const head = this.isStarted ? 1 : 0
      if (this.rest.length < head + 4) return found
      const end = head + this.rest.readInt32BE(head)
      if (this.rest.length < end) return found
      const bytes = this.rest.subarray(0, end)
      found.push({ letter: bytes.toString('latin1', 0, head), bytes, body: bytes.subarray(head + 4) })
      this.isStarted = true
      this.rest = this.rest.subarray(end)
    }
  }
}
