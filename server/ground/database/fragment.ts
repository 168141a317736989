import type { Sql } from './connection.ts'

/** A piece of SQL with its bound values. Its texts come from the source code only: nothing else is ever inserted. */
export interface Fragment {
  readonly texts: readonly string[]
  readonly values: readonly unknown[]
}

/** SQL as a tagged template. A nested fragment becomes part of it; every other value is bound. */
export function sql(strings: TemplateStringsArray, ...parts: readonly unknown[]): Fragment {
  const texts = [strings[0] ?? '']
  const values: unknown[] = []
  parts.forEach((part, index) => {
    const after = strings[index + 1] ?? ''
    if (isFragment(part)) {
      const [first = '', ...rest] = part.texts
      texts[texts.length - 1] += first
      texts.push(...rest)
      texts[texts.length - 1] += after
      values.push(...part.values)
    } else {
      values.push(part)
      texts.push(after)
    }
  })
  return { texts, values }
}

function isFragment(part: unknown): part is Fragment {
  return typeof part === 'object' && part !== null && 'texts' in part && 'values' in part
}

export const nothing: Fragment = { texts: [''], values: [] }

/** Joins fragments with a separator. */
export function joined(fragments: readonly Fragment[], separator: ' and ' | ' or ' | ' + ' | ', ' | '\n'): Fragment {
  const between: Fragment = { texts: [separator], values: [] }
  return fragments.reduce((all, one, index) => (index === 0 ? one : sql`${all}${between}${one}`), nothing)
}

/** A numbered name: fact_1, fact_2. */
export function numbered(prefix: 'fact' | 'sales', number: number): Fragment {
  return { texts: [`${prefix}_${Math.trunc(number)}`], values: [] }
}

/** A whole number, where a statement takes no bound value. */
export function whole(number: number): Fragment {
  return { texts: [`${Math.trunc(number)}`], values: [] }
}

const known = new Map<string, TemplateStringsArray>()
const knownMax = 2000

/** Runs a statement. Statements with the same text share their prepared form, whatever is bound to them. */
export function runFragment<Row>(db: Sql, { texts, values }: Fragment): Promise<Row[]> {
  const key = texts.join('\0')
  const strings = known.get(key) ?? (Object.assign([...texts], { raw: texts }) as unknown as TemplateStringsArray)
  if (known.size >= knownMax) known.clear()
  known.set(key, strings)
  return db.rows<Row>(strings, ...values)
}
