import { factNamed, isFactName } from '../brand/facts/all.ts'
import { gap, isRaw, listIn, type Raw, spoken, textIn } from '../brand/facts/draft.ts'
import type { Fact } from '../brand/facts/fact.ts'
import type { Phrase, Slot, Who } from '../brand/facts/say.ts'
import { askedOf } from './asked.ts'
import type { Voice } from './grammar/voice.ts'

/** Deeper ones are refused when the file is applied; a draft may hold anything. */
const depthMax = 12

/** A condition as a clause, with everything that is nested in it. */
export function clauseOf(condition: unknown, who: Who, voice: Voice, depth = 0): string {
  if (!isRaw(condition) || depth > depthMax) return gap
  const { clauses, lists } = voice.words
  const nested = (list: unknown, about: Who) =>
    filled(listIn(list).map((one) => clauseOf(one, about, voice, depth + 1)))
  if (Object.hasOwn(condition, 'fact')) return factClause(condition, who, voice)
  if (Object.hasOwn(condition, 'atLeast'))
    return clauses.atLeastOf(voice.number(condition.atLeast), nested(condition.of, 'customer'), who)
  if (Object.hasOwn(condition, 'all')) return grouped(nested(condition.all, who), lists.andList)
  if (Object.hasOwn(condition, 'any')) return grouped(nested(condition.any, who), lists.orList)
  return Object.hasOwn(condition, 'none') ? clauses.noneOf(nested(condition.none, 'customer'), who) : gap
}

function factClause(condition: Raw, who: Who, voice: Voice): string {
  const fact = factOf(condition)
  if (fact !== undefined) return voice.spoken(fact).clause(askedOf(fact, condition, voice), who)
  const name = textIn(condition.fact)
  return name === undefined ? gap : voice.words.clauses.unknownFact(spoken(name))
}

/** Nested lists would be read as one. */
const grouped = (clauses: readonly string[], list: (items: readonly string[]) => string) =>
  clauses.length > 1 ? `(${list(clauses)})` : list(clauses)

/** A group that nobody has filled yet. */
const filled = (clauses: readonly string[]) => (clauses.length === 0 ? [gap] : clauses)

function factOf({ fact: name }: Raw): Fact | undefined {
  return typeof name === 'string' && isFactName(name) ? factNamed(name) : undefined
}

export interface SortedConditions {
  readonly phrases: readonly Phrase[]
  readonly ifs: readonly string[]
  readonly unless: readonly string[]
}

const purchaseSlots: ReadonlySet<Slot> = new Set(['member', 'card', 'what', 'spend', 'which', 'place', 'with', 'time'])

/** Slots that hold several phrases; of the others, the second becomes a clause. */
const roomy: ReadonlySet<Slot> = new Set(['time', 'with'])

/** Splits what must hold into short phrases and clauses. */
export function sortConditions(
  conditions: readonly unknown[],
  trigger: string | undefined,
  voice: Voice,
): SortedConditions {
  const slots = trigger === 'checkout' ? purchaseSlots : voice.words.clauses.otherSlots
  const phrases: Phrase[] = []
  const ifs: string[] = []
  const unless: string[] = []
  for (const condition of conditions.flatMap(flattened)) {
    const phrase = phraseOf(condition, voice)
    const isFree =
      phrase && slots.has(phrase.slot) && (roomy.has(phrase.slot) || phrases.every(({ slot }) => slot !== phrase.slot))
    if (phrase && isFree) phrases.push(phrase)
    else if (isRaw(condition) && Array.isArray(condition.none))
      unless.push(...condition.none.map((one) => clauseOf(one, 'customer', voice)))
    else ifs.push(clauseOf(condition, 'customer', voice))
  }
  return { phrases, ifs, unless }
}

/** That all of several hold is the same as that each holds. */
function flattened(condition: unknown): readonly unknown[] {
  return isRaw(condition) && Array.isArray(condition.all) && condition.all.length > 0 ? condition.all : [condition]
}

function phraseOf(condition: unknown, voice: Voice): Phrase | undefined {
  if (!isRaw(condition)) return undefined
  const fact = factOf(condition)
  return fact && voice.spoken(fact).phrase(askedOf(fact, condition, voice))
}
