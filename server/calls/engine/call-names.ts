import { type BrandId, type RandomBytes, uuidV7 } from '../../ground/kernel/ids.ts'
import { namingTime } from '../../ground/kernel/settled.ts'
import type { Untimely, Work } from './work.ts'

/**
 * References for calls that were named too early: their brand's books are settled beyond that. It happens where the clock
 * of the database was put back, or where a machine slept. What is known is only ever what was found out that way.
 */
export class CallNames {
  private readonly known = new Map<BrandId, Untimely>()

  note(brand: BrandId, untimely: Untimely): void {
    const before = this.known.get(brand)
    if (!before || before.settled < untimely.settled) this.known.set(brand, untimely)
  }

  /** The same call if its reference will do, as far as is known. */
  inTime(work: Work, random: RandomBytes): Work {
    if (this.known.size === 0) return work
    const untimely = this.known.get(work.brand.id)
    if (!untimely || work.call.ref > untimely.settled) return work
    const ref = uuidV7(namingTime(untimely.now, untimely.settled), random(10))
    return { ...work, call: { ...work.call, ref } }
  }
}
