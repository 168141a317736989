import { faultOf } from '../faults/fault.ts'

/** No object of a brand has nearly so many: whoever writes more wants to keep a server busy. */
export const keysMax = 10_000

export const tooManyKeys = faultOf('tooManyKeys', { max: keysMax })
