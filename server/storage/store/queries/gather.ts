/**
 * Answers many small reads with few statements: while some are under way, those that arrive wait and then go together.
 * With nothing under way a read waits for nobody.
 */
export class Gatherer<Key, Value> {
  private readonly read: (keys: readonly Key[]) => Promise<readonly Value[]>
  private readonly atOnceMax: number
  private readonly underWayMax: number
  private waiting: { key: Key; resolve: (value: Value) => void; reject: (error: unknown) => void }[] = []
  private underWay = 0
  private scheduled = false

  /** `read` returns the values in the order of the keys. */
  constructor(
    read: (keys: readonly Key[]) => Promise<readonly Value[]>,
    limits: { atOnceMax: number; underWayMax: number },
  ) {
    this.read = read
    this.atOnceMax = limits.atOnceMax
    this.underWayMax = limits.underWayMax
  }

  get(key: Key): Promise<Value> {
    return new Promise((resolve, reject) => {
      this.waiting.push({ key, resolve, reject })
      if (this.scheduled) return
      this.scheduled = true
      setImmediate(() => {
        this.scheduled = false
        this.start()
      })
    })
  }

  private start(): void {
    while (this.waiting.length > 0 && this.underWay < this.underWayMax) {
      const batch = this.waiting.splice(0, this.atOnceMax)
      this.underWay += 1
      void this.run(batch)
    }
  }

  private async run(batch: typeof this.waiting): Promise<void> {
    try {
      const values = await this.read(batch.map(({ key }) => key))
      batch.forEach(({ resolve }, index) => {
        resolve(values[index] as Value)
      })
    } catch (error) {
      for (const { reject } of batch) reject(error)
    } finally {
      this.underWay -= 1
      this.start()
    }
  }
}
