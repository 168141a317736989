import type { BrandFault } from './fault.ts'

/** Characters of a path, and of what is said of it. What is named may be a page long. */
const wordsMax = 2000

export const shortText = (text: string): string => (text.length <= wordsMax ? text : `${text.slice(0, wordsMax)}…`)

/** The same without what would not be printed anyway: a file may have a thousand faults that name the same page. */
export function shortFault(fault: BrandFault): BrandFault {
  const values: Readonly<Record<string, unknown>> = fault.values
  if (!Object.values(values).some(isLong)) return fault
  const short = Object.entries(values).map(([name, value]) => [
    name,
    isLong(value) ? value.slice(0, wordsMax + 1) : value,
  ])
  return { ...fault, values: Object.fromEntries(short) } as BrandFault
}

const isLong = (value: unknown): value is string => typeof value === 'string' && value.length > wordsMax + 1
