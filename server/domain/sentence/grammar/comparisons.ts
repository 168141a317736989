import type { AskedFact } from '../../brand/facts/asked.ts'
import { gap } from '../../brand/facts/draft.ts'
import type { Voice } from './voice.ts'

const has = <K extends string>(table: Readonly<Record<K, unknown>>, key: string | undefined): key is K =>
  key !== undefined && Object.hasOwn(table, key)

/** `at least 5`, `between $5 and $10`: a quantity that stands where a number could. */
export function quantity({ kind, op, values }: AskedFact, { words }: Voice): string {
  const { quantities, to } = words.comparisons
  const [first = gap] = values
  if (op === 'between') return pairOf(values).join(to)
  if (op === 'in') return quantities['='](words.lists.orList(values), kind)
  if (op === 'notIn') return quantities['!='](words.lists.orList(values), kind)
  return has(quantities, op) ? quantities[op](first, kind) : first
}

/** `10 points`, `20 points` are said as `10`, `20 points`: a unit that both have is said once. */
function pairOf([first = gap, second = gap]: readonly string[]): readonly [string, string] {
  const unit = /^[\d.,]+(\D+)$/.exec(second)?.[1]
  return unit !== undefined && first.endsWith(unit) ? [first.slice(0, -unit.length), second] : [first, second]
}

interface Manner {
  readonly verb?: string
  readonly shown?: (value: string) => string
}

/** What is said of the subject of a clause: `is at least $10`, `mit „AB“ beginnt`. */
export function isWords(asked: AskedFact, voice: Voice, manner: Manner = {}): string {
  const { comparisons: p, lists } = voice.words
  const { verb = p.verb, shown = (text: string) => text } = manner
  const values = asked.values.map(shown)
  const [first = gap] = values
  switch (asked.op) {
    case '=':
      return p.predicate(verb, first)
    case '!=':
      return p.predicate(verb, p.not(first))
    case 'in':
      return p.predicate(verb, lists.orList(values))
    case 'notIn':
      return p.predicate(verb, values.length === 1 ? p.not(first) : p.neither(values))
    case 'contains':
    case 'startsWith':
    case 'endsWith':
      return p[asked.op](lists.quotedIn(asked.values[0]))
    case 'exists':
    case 'missing':
      return p[asked.op]
    case undefined:
      return p.unfinished(verb)
    default:
      return p.predicate(verb, quantity({ ...asked, values }, voice))
  }
}

/** The same of days. */
export function isDayWords(asked: AskedFact, voice: Voice): string {
  const { days, daysBetween, day } = voice.words.comparisons
  const [first = gap, second = gap] = asked.values
  if (asked.op === 'between') return daysBetween(first, second)
  return has(days, asked.op) ? days[asked.op](first) : isWords(asked, voice, { shown: day })
}
