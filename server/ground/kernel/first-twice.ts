/** The first of these that was there before. */
export function firstTwice<T>(values: Iterable<T>): T | undefined {
  const seen = new Set<T>()
  for (const value of values) {
    if (seen.has(value)) return value
    seen.add(value)
  }
  return undefined
}
