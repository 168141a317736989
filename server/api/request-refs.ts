import { type RandomBytes, type RequestRef, uuidV7 } from '../kernel/ids.ts'

const poolSize = 4090
const bytesPerRef = 10

/** Mints requestRefs. Random bytes are drawn many at a time, because each draw costs more than a reference. */
export class RequestRefs {
  private readonly random: RandomBytes
  private pool: Uint8Array = new Uint8Array(0)
  private used = 0

  constructor(random: RandomBytes) {
    this.random = random
  }

  next(): RequestRef {
    if (this.used + bytesPerRef > this.pool.length) {
      this.pool = this.random(poolSize)
      this.used = 0
    }
    const start = this.used
    this.used += bytesPerRef
    return uuidV7(Date.now(), this.pool.subarray(start, this.used))
  }
}
