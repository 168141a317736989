import { type RandomBytes, type RequestRef, uuidV7 } from '../../ground/kernel/ids.ts'
import type { Instant } from '../../ground/kernel/time.ts'

const poolSize = 4090
const bytesPerRef = 10

/** Mints requestRefs, by the time that calls are stored at. Random bytes are drawn many at a time, because each draw costs more than a reference. */
export class RequestRefs {
  private readonly random: RandomBytes
  private readonly now: () => Instant
  private pool: Uint8Array = new Uint8Array(0)
  private used = 0

  constructor(random: RandomBytes, now: () => Instant) {
    this.random = random
    this.now = now
  }

  next(): RequestRef {
    if (this.used + bytesPerRef > this.pool.length) {
      this.pool = this.random(poolSize)
      this.used = 0
    }
    const start = this.used
    this.used += bytesPerRef
    return uuidV7(this.now(), this.pool.subarray(start, this.used))
  }
}
