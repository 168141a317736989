import { useQuery } from '@tanstack/react-query'
import { ask, type RouteAnswer } from '../../../ask/ask.ts'
import { useBrand } from '../../../ask/brand-context.ts'

export type ReadProduct = RouteAnswer<'readProducts'>['rows'][number] & {
  readonly entry: Readonly<Record<string, unknown>>
}

export interface BadRow {
  readonly line: number
  readonly message: string
}

export interface JudgedProducts {
  readonly good: readonly ReadProduct[]
  readonly bad: readonly BadRow[]
  readonly warnings: readonly { readonly path: string; readonly message: string }[]
}

export const editsOf = (rows: readonly ReadProduct[]) =>
  rows.map(({ entry }) => ({ section: 'products' as const, key: String(entry.sku), entry }))

/** Each round leaves out the rows that are wrong; faults that no row has end it. */
const roundsMax = 5

/** What the brand file's own reader says of the rows: the bad ones are told with their lines, the others can be taken. */
export function useJudged(read: RouteAnswer<'readProducts'>) {
  const { id } = useBrand()
  return useQuery({
    queryKey: [id, 'judgedProducts', read],
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: () => judge(read, id),
  })
}

async function judge(read: RouteAnswer<'readProducts'>, brand: string): Promise<JudgedProducts> {
  const bad: BadRow[] = [...read.faults]
  let good = read.rows as readonly ReadProduct[]
  for (let round = 0; round < roundsMax; round++) {
    const wanted = good.filter(({ state }) => state !== 'unchanged')
    if (wanted.length === 0) return { good, bad: byLine(bad), warnings: [] }
    const { faults, warnings } = await ask(
      'checkEdits',
      { edits: editsOf(wanted) as never, baseVersion: read.version },
      brand,
    )
    if (faults.length === 0) return { good, bad: byLine(bad), warnings }
    const before = good
    const faulty = new Map(faults.map(({ path, message }) => [skuOf(path), shortened(path, message)]))
    good = before.filter(({ entry }) => !faulty.has(String(entry.sku)))
    for (const { line, entry } of before) {
      const message = faulty.get(String(entry.sku))
      if (message !== undefined) bad.push({ line, message })
    }
    if (good.length === before.length) {
      const strange = faults.map(({ path, message }) => ({ line: 1, message: `${path}: ${message}` }))
      return { good: [], bad: byLine([...bad, ...strange]), warnings: [] }
    }
  }
  return { good: [], bad: byLine(bad), warnings: [] }
}

const byLine = (rows: readonly BadRow[]) => rows.toSorted((one, other) => one.line - other.line)

/** `products[ESP].cost` is about the product ESP. */
const skuOf = (path: string): string => /^products\[(.*?)\](\.|$)/.exec(path)?.[1] ?? ''

const shortened = (path: string, message: string): string => {
  const inner = path.replace(/^products\[.*?\]\.?/, '')
  return inner === '' ? message : `${inner}: ${message}`
}
