/**
 * The known name that was most likely meant: one that differs only in case, that ends in the given name, or that is one
 * or two letters away. Undefined if nothing is close enough to suggest.
 */
export function nearestOf(given: string, known: Iterable<string>): string | undefined {
  const wanted = given.toLowerCase()
  // Typos are not that long, and comparing takes the product of both lengths.
  if (wanted === '' || wanted.length > nameLengthMax) return undefined
  const most = Math.min(3, Math.ceil(wanted.length / 3))
  let best: { readonly name: string; readonly distance: number } | undefined
  for (const name of known) {
    const distance = distanceTo(wanted, name.toLowerCase(), most)
    if (distance <= most && distance < (best?.distance ?? Number.POSITIVE_INFINITY)) best = { name, distance }
    if (distance === 0) break
  }
  return best?.name
}

const nameLengthMax = 80

/** As the end of a sentence: `; did you mean "name"?`, or nothing. */
export function suggestion(given: unknown, known: Iterable<string>): string {
  const name = typeof given === 'string' ? nearestOf(given, known) : undefined
  return name === undefined ? '' : `; did you mean "${name}"?`
}

function distanceTo(wanted: string, name: string, most: number): number {
  if (name.endsWith(`.${wanted}`) || name.endsWith(`/${wanted}`) || name.startsWith(`${wanted}.`)) return 1
  if (name.length > nameLengthMax || Math.abs(wanted.length - name.length) > most) return Number.POSITIVE_INFINITY
  return editsBetween(wanted, name, most)
}

/** Rows of the table that is filled in below; there is one table at a time, and names are not longer than this. */
const rows = [0, 1, 2].map(() => new Float64Array(nameLengthMax + 1))

/**
 * How many letters must be inserted, removed or replaced. Swapping two neighbours, a common slip, counts only half. What
 * is more than `most` is infinite, and known soon: among thousands of names nearly all are.
 */
function editsBetween(a: string, b: string, most: number): number {
  let [twoBefore, before, row] = rows as [Float64Array, Float64Array, Float64Array]
  for (let j = 0; j <= b.length; j += 1) before[j] = j
  let leastBefore = 0
  for (let i = 1; i <= a.length; i += 1) {
    const least = fillRow({ a, b, i }, row, before, twoBefore)
    // Each row is made of the two before it.
    if (least > most && leastBefore > most) return Number.POSITIVE_INFINITY
    leastBefore = least
    const free = twoBefore
    twoBefore = before
    before = row
    row = free
  }
  return before[b.length] ?? Number.POSITIVE_INFINITY
}

interface Letters {
  readonly a: string
  readonly b: string
  readonly i: number
}

/** Returns the least of the row. */
function fillRow({ a, b, i }: Letters, row: Float64Array, before: Float64Array, twoBefore: Float64Array): number {
  const [letter, earlier] = [a.charCodeAt(i - 1), a.charCodeAt(i - 2)]
  row[0] = i
  let least = i
  let left = i
  for (let j = 1; j <= b.length; j += 1) {
    const other = b.charCodeAt(j - 1)
    let edits = at(before, j - 1) + (letter === other ? 0 : 1)
    if (i > 1 && j > 1 && letter === b.charCodeAt(j - 2) && earlier === other)
      edits = Math.min(edits, at(twoBefore, j - 2) + 0.5)
    left = Math.min(edits, at(before, j) + 1, left + 1)
    row[j] = left
    if (left < least) least = left
  }
  return least
}

const at = (row: Float64Array, index: number) => row[index] ?? Number.POSITIVE_INFINITY
