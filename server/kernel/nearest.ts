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
  return editsBetween(wanted, name)
}

/** How many letters must be inserted, removed or replaced. Swapping two neighbours, a common slip, counts only half. */
function editsBetween(a: string, b: string): number {
  let twoBefore: number[] = []
  let before = Array.from({ length: b.length + 1 }, (_, index) => index)
  for (let i = 1; i <= a.length; i += 1) {
    const row = [i]
    for (let j = 1; j <= b.length; j += 1) {
      const isSame = a[i - 1] === b[j - 1]
      const replaced = at(before, j - 1) + (isSame ? 0 : 1)
      const isSwapped = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]
      const swapped = isSwapped ? at(twoBefore, j - 2) + 0.5 : replaced
      row.push(Math.min(at(before, j) + 1, at(row, j - 1) + 1, replaced, swapped))
    }
    twoBefore = before
    before = row
  }
  return at(before, b.length)
}

const at = (row: readonly number[], index: number) => row[index] ?? Number.POSITIVE_INFINITY
