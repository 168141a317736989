/** What is said of a key that its object already has, and where that is: `before` is the value there. */
export function duplicateKeyWords(name: string, line: number, before: unknown): string {
  const advice = Array.isArray(before)
    ? 'put these entries into that list, and remove this key'
    : 'keep one of the two, and remove the other'
  return `duplicate key "${name}", first on line ${line}: ${advice}`
}
