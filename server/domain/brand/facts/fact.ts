import type { FactShape, FactType, ValueKind } from './fact-shape.ts'
import type { FactResult } from './reading.ts'
import type { EnglishSay, FactWords, GermanSay } from './say.ts'
import type { FactView } from './view.ts'

/**
 * What a condition can ask for and an amount can count: what it is, how it is read, and how it is said. The reader of
 * brand files, the campaign engine, the portal's forms, sentences and the reference are all made of it.
 */
export interface Fact extends FactShape {
  /** A condition with it, as it stands in a brand file such as the demo's. */
  readonly example: string
  /**
   * What reading it costs: 0, it is at hand; 1, one more read about the card; 2, a sum over the card's past. Conditions are
   * judged in this order, so that nothing is fetched for a rule that fails anyway.
   */
  readonly cost?: 1 | 2
  readonly read: FactRead
  /** What its values are, and so how they are said, where its type does not tell. */
  readonly values?: ValueKind
  readonly en: FactWords<EnglishSay>
  readonly de: FactWords<GermanSay>
}

/** `N` is what a call answers with that has to fetch something first. */
type FactRead = <N>(view: FactView<N>) => FactResult<N>

const kinds: Readonly<Record<FactType, ValueKind>> = {
  number: { kind: 'number' },
  amount: { kind: 'money' },
  flag: { kind: 'flag' },
  text: { kind: 'text' },
  date: { kind: 'day' },
}

export function valueKindOf({ type, names, values }: Fact): ValueKind {
  if (values) return values
  return names === undefined ? kinds[type] : { kind: 'name', noun: names }
}
