import type { Comparable, Comparison } from '../../domain/brand/rules/conditions.ts'
import type { OperatorName } from '../../domain/brand/rules/operators.ts'
import { plainArray, textArray } from '../../ground/database/arrays.ts'
import { type Fragment, sql } from '../../ground/database/fragment.ts'

/** A fact as SQL: one value, which is null if the fact is missing; or the rows of a list, which may be empty. */
export type SqlFact =
  | { readonly kind: 'one'; readonly type: SqlType; readonly value: Fragment }
  /** A from-item whose only column is called `value`. */
  | { readonly kind: 'many'; readonly type: SqlType; readonly from: Fragment }

/** Dates are texts that sort in the order of time. */
type SqlType = 'text' | 'number' | 'flag'

export const oneText = (value: Fragment): SqlFact => ({ kind: 'one', type: 'text', value })
export const oneNumber = (value: Fragment): SqlFact => ({ kind: 'one', type: 'number', value })
export const oneFlag = (value: Fragment): SqlFact => ({ kind: 'one', type: 'flag', value })

/** Operators that negate another, and so hold for a missing value. */
const opposites: Partial<Record<OperatorName, OperatorName>> = { '!=': '=', notIn: 'in', missing: 'exists' }

/** Whether a fact satisfies a comparison; never null. It gives the same result as `valueTest` in JavaScript. */
export function testFact(fact: SqlFact, { op, value }: Pick<Comparison, 'op' | 'value'>): Fragment {
  const positive = opposites[op] ?? op
  const values: readonly Comparable[] = isList(value) ? value : value === undefined ? [] : [value]
  const holds =
    fact.kind === 'one'
      ? sql`coalesce(${testOne(fact.value, fact.type, positive, values)}, false)`
      : sql`exists (select from ${fact.from} where ${testOne(sql`value`, fact.type, positive, values)})`
  return positive === op ? holds : sql`not ${holds}`
}

const isList = (value: Comparison['value']): value is readonly Comparable[] => Array.isArray(value)

function testOne(given: Fragment, type: SqlType, op: OperatorName, values: readonly Comparable[]): Fragment {
  const [first = '', second = first] = values
  const fact = type === 'text' ? sql`(${given}) collate "C"` : sql`(${given})`
  const bound = (value: Comparable) => bind(value, type)
  switch (op) {
    case '<':
      return sql`${fact} < ${bound(first)}`
    case '<=':
      return sql`${fact} <= ${bound(first)}`
    case '>':
      return sql`${fact} > ${bound(first)}`
    case '>=':
      return sql`${fact} >= ${bound(first)}`
    case 'between':
      return sql`${fact} between ${bound(first)} and ${bound(second)}`
    case 'contains':
      return sql`strpos(${given}, ${String(first)}::text) > 0`
    case 'startsWith':
      return sql`starts_with(${given}, ${String(first)}::text)`
    case 'endsWith':
      return sql`right(${given}, length(${String(first)}::text)) = ${String(first)}::text`
    case 'exists':
      return sql`${fact} is not null`
    default:
      return values.length === 1 ? sql`${fact} = ${bound(first)}` : sql`${fact} = any(${bindAll(values, type)})`
  }
}

function bind(value: Comparable, type: SqlType): Fragment {
  switch (type) {
    case 'text':
      return sql`${String(value)}::text`
    case 'number':
      return sql`${String(value)}::numeric`
    case 'flag':
      return sql`${value === true}::boolean`
  }
}

/** Flags are never compared with a list. */
function bindAll(values: readonly Comparable[], type: SqlType): Fragment {
  const texts = values.map(String)
  return type === 'number' ? sql`${plainArray(texts)}::numeric[]` : sql`${textArray(texts)}::text[]`
}
