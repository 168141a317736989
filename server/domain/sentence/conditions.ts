import { factNamed, isFactName } from '../brand/facts/all.ts'
import { gap, isRaw, listIn, numberIn, type Raw, textIn } from '../brand/facts/draft.ts'
import type { Fact } from '../brand/facts/fact.ts'
import type { Phrase, Slot, Teller, Who } from '../brand/facts/say.ts'
import { askedOf } from './asked.ts'
import type { Speech } from './speech.ts'

interface Speaking {
  readonly speech: Speech
  readonly t: Teller
}

/** Deeper ones are refused when the file is applied; a draft may hold anything. */
const depthMax = 12

/** A condition as a clause, with everything that is nested in it. */
export function clauseOf(condition: unknown, who: Who, speaking: Speaking, depth = 0): string {
  const { speech, t } = speaking
  if (!isRaw(condition) || depth > depthMax) return speech.unknownClause(undefined)
  const nested = (list: unknown, about: Who) => listIn(list).map((one) => clauseOf(one, about, speaking, depth + 1))
  if (Object.hasOwn(condition, 'fact')) {
    const fact = factOf(condition)
    if (fact === undefined) return speech.unknownClause(textIn(condition.fact))
    return speech.fact(fact, t).clause(askedOf(fact, condition, speaking), who)
  }
  if (Object.hasOwn(condition, 'atLeast')) {
    const count = numberIn(condition.atLeast) === undefined ? gap : t.number(condition.atLeast)
    return speech.groups.atLeast(count, filled(nested(condition.of, 'customer')), who)
  }
  const kind = (['all', 'any', 'none'] as const).find((name) => Object.hasOwn(condition, name))
  if (kind === undefined) return speech.unknownClause(undefined)
  return speech.groups[kind](filled(nested(condition[kind], kind === 'none' ? 'customer' : who)), who)
}

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

/** Slots that hold several phrases; of the others, the second becomes a clause. */
const roomy: ReadonlySet<Slot> = new Set(['time', 'with'])

/** Splits what must hold into short phrases and clauses. */
export function sortConditions(
  conditions: readonly unknown[],
  trigger: string | undefined,
  speaking: Speaking,
): SortedConditions {
  const slots = speaking.speech.slots(trigger)
  const phrases: Phrase[] = []
  const ifs: string[] = []
  const unless: string[] = []
  for (const condition of conditions.flatMap(flattened)) {
    const phrase = phraseOf(condition, speaking)
    const isFree =
      phrase && slots.has(phrase.slot) && (roomy.has(phrase.slot) || phrases.every(({ slot }) => slot !== phrase.slot))
    if (phrase && isFree) phrases.push(phrase)
    else if (isRaw(condition) && Array.isArray(condition.none))
      unless.push(...condition.none.map((one) => clauseOf(one, 'customer', speaking)))
    else ifs.push(clauseOf(condition, 'customer', speaking))
  }
  return { phrases, ifs, unless }
}

/** That all of several hold is the same as that each holds. */
function flattened(condition: unknown): readonly unknown[] {
  return isRaw(condition) && Array.isArray(condition.all) && condition.all.length > 0 ? condition.all : [condition]
}

function phraseOf(condition: unknown, speaking: Speaking): Phrase | undefined {
  if (!isRaw(condition)) return undefined
  const fact = factOf(condition)
  return fact && speaking.speech.fact(fact, speaking.t).phrase(askedOf(fact, condition, speaking))
}
