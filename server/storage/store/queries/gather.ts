import { faultOf } from '../../../ground/database/fault.ts'
import { TooManyReads } from '../../../ground/database/read-share.ts'

export interface GatherLimits {
  /** How many reads share a statement. */
  readonly atOnceMax: number
  /** How many statements run at a time. While fewer do, a read waits for nobody. */
  readonly underWayMax: number
}

interface WaitingRead<Key, Value> {
  readonly key: Key
  readonly resolve: (value: Value) => void
  readonly reject: (error: unknown) => void
}

/**
 * Answers many small reads with few statements: while some are under way, those that arrive wait and then go together.
 * With nothing under way a read waits for nobody. When a shared statement fails, each of its reads is tried by itself, so
 * that none fails for another.
 */
export class Gatherer<Key, Value> {
  private readonly read: (keys: readonly Key[]) => Promise<readonly Value[]>
  private readonly limits: GatherLimits
  private waiting: WaitingRead<Key, Value>[] = []
  private underWay = 0
  private scheduled = false

  /** `read` returns the values in the order of the keys. */
  constructor(read: (keys: readonly Key[]) => Promise<readonly Value[]>, limits: GatherLimits) {
    this.read = read
    this.limits = limits
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
    while (this.waiting.length > 0 && this.underWay < this.limits.underWayMax) {
      const batch = this.waiting.splice(0, this.limits.atOnceMax)
      this.underWay += 1
      void this.run(batch)
    }
  }

  private async run(batch: readonly WaitingRead<Key, Value>[]): Promise<void> {
    try {
      await this.answer(batch)
    } catch (error) {
      if (batch.length > 1 && mayBeOfOne(error)) for (const one of batch) void this.runAlone(one)
      else for (const { reject } of batch) reject(error)
    } finally {
      this.underWay -= 1
      this.start()
    }
  }

  private async runAlone(one: WaitingRead<Key, Value>): Promise<void> {
    try {
      await this.answer([one])
    } catch (error) {
      one.reject(error)
    }
  }

  private async answer(batch: readonly WaitingRead<Key, Value>[]): Promise<void> {
    const values = await this.read(batch.map(({ key }) => key))
    batch.forEach(({ resolve }, index) => {
      resolve(values[index] as Value)
    })
  }
}

/** Whoever waited for too long is answered already, and a queue that is full has no room for single reads either. */
const mayBeOfOne = (error: unknown) => !(error instanceof TooManyReads) && faultOf(error) !== 'busy'
