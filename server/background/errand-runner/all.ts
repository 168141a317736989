import type { ErrandTable } from '../../storage/errand/kind.ts'
import { replayPeriod } from './kinds/replay-period.ts'
import { verifyBrand } from './kinds/verify-brand.ts'

/** Every kind of long work that can be asked for. The processes that carry it out import this module. */
export const errands: ErrandTable = { kinds: [verifyBrand, replayPeriod], module: import.meta.url }
