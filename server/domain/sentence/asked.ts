import type { FactName } from '../brand/rules/facts.ts'
import type { OperatorName } from '../brand/rules/operators.ts'
import type { ChoiceKind } from './choices.ts'
import { gap, numberIn, type Raw, severalIn, textIn } from './draft.ts'
import { valueKindOf } from './fact-values.ts'
import type { Teller } from './teller.ts'

/** How a language says values. */
interface ValueSpeaking {
  readonly speech: {
    readonly choice: (kind: ChoiceKind, value: string) => string
    readonly balance: (amount: unknown, valueType: Raw, t: Teller) => string
  }
  readonly t: Teller
}

/** What a condition asks of a fact, ready to be said. */
export interface AskedFact {
  readonly fact: FactName
  /** Undefined while nobody has chosen one. */
  readonly op: OperatorName | undefined
  /** The values as they are said; at least as many as the operator needs, with gaps. */
  readonly values: readonly string[]
  /** The values as the file has them. */
  readonly given: readonly unknown[]
  /** Of a flag: whether it must be set. */
  readonly isWanted: boolean
  /** The condition itself, with the arguments of its fact. */
  readonly arguments: Raw
  readonly t: Teller
}

const operators: ReadonlySet<string> = new Set<OperatorName>([
  '=',
  '!=',
  '<',
  '<=',
  '>',
  '>=',
  'between',
  'in',
  'notIn',
  'contains',
  'startsWith',
  'endsWith',
  'exists',
  'missing',
])

const isOperator = (op: unknown): op is OperatorName => typeof op === 'string' && operators.has(op)

export function askedOf(fact: FactName, condition: Raw, { speech, t }: ValueSpeaking): AskedFact {
  const isFlag = valueKindOf(fact).kind === 'flag'
  const op = isOperator(condition.op) ? condition.op : isFlag && condition.op === undefined ? '=' : undefined
  const given = severalIn(condition.value)
  const values = given.map((value) => valueWords(fact, value, condition, { speech, t }))
  const needed = op === 'between' ? 2 : 1
  while (values.length < needed) values.push(gap)
  return { fact, op, values, given, isWanted: isWanted(op, given[0]), arguments: condition, t }
}

/** A flag without a value must be set. */
function isWanted(op: OperatorName | undefined, value: unknown): boolean {
  if (op === 'exists') return true
  if (op === 'missing') return false
  return (op === '!=') !== (value !== false)
}

function valueWords(fact: FactName, value: unknown, condition: Raw, { speech, t }: ValueSpeaking): string {
  const kind = valueKindOf(fact)
  switch (kind.kind) {
    case 'number':
      return t.number(value)
    case 'money':
      return t.money(value)
    case 'balance':
      return speech.balance(value, condition, t)
    case 'day':
      return t.day(value)
    case 'flag':
      return String(value)
    case 'country':
      return t.country(value)
    case 'cardNumber':
      return cardNumberWords(value)
    case 'name':
      return t.called(kind.noun, value)
    case 'choice':
      return speech.choice(kind.of, textIn(value) ?? gap)
    case 'text':
      return ownWords(value, condition, t)
  }
}

/** A field of the brand may hold numbers and days as well. */
function ownWords(value: unknown, { fact }: Raw, t: Teller): string {
  if (fact === 'demographic' && typeof value === 'number') return t.number(value)
  const text = textIn(value)
  if (text === undefined) return gap
  return fact === 'demographic' && /^\d{4}-\d\d-\d\d$/.test(text) ? t.day(text) : text
}

/** Sentences are shown to people who may not see whole card numbers. */
function cardNumberWords(value: unknown): string {
  const text = textIn(value)
  return text === undefined ? gap : `…${text.slice(-4)}`
}

/** `10 points`, `20 points` are said as `10`, `20 points`: a unit that both have is said once. */
export function pairOf([first = gap, second = gap]: readonly string[]): readonly [string, string] {
  const unit = /^[\d.,]+(\D+)$/.exec(second)?.[1]
  return unit !== undefined && first.endsWith(unit) ? [first.slice(0, -unit.length), second] : [first, second]
}

/** The only number that is compared with, if there is one. */
export const soleNumber = ({ given }: AskedFact): number | undefined =>
  given.length === 1 ? numberIn(given[0]) : undefined
