import { type BrandFault, faultOf } from '../faults/fault.ts'

/** A key that its object already has, and where that is: `before` is the value there. */
export const duplicateKey = (name: string, line: number, before: unknown): BrandFault =>
  faultOf('duplicateKey', { name, line, isList: Array.isArray(before) })
