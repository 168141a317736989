import type { AskedFact } from '../brand/facts/asked.ts'
import { gap, type Raw, severalIn, textIn } from '../brand/facts/draft.ts'
import { type Fact, valueKindOf } from '../brand/facts/fact.ts'
import type { ValueKind } from '../brand/facts/fact-shape.ts'
import type { Teller } from '../brand/facts/say.ts'
import type { OperatorName } from '../brand/rules/operators.ts'
import type { ChoiceKind } from './choices.ts'

/** How a language says values. */
interface ValueSpeaking {
  readonly speech: {
    readonly choice: (kind: ChoiceKind, value: string) => string
    readonly balance: (amount: unknown, valueType: Raw, t: Teller) => string
  }
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

export function askedOf(fact: Fact, condition: Raw, { speech, t }: ValueSpeaking): AskedFact {
  const kind = valueKindOf(fact)
  const isFlag = kind.kind === 'flag'
  const op = isOperator(condition.op) ? condition.op : isFlag && condition.op === undefined ? '=' : undefined
  const given = severalIn(condition.value)
  const values = given.map((value) => valueWords(kind, value, condition, { speech, t }))
  const needed = op === 'between' ? 2 : 1
  while (values.length < needed) values.push(gap)
  return { kind: kind.kind, op, values, given, isWanted: isWanted(op, given[0]), arguments: condition }
}

/** A flag without a value must be set. */
function isWanted(op: OperatorName | undefined, value: unknown): boolean {
  if (op === 'exists') return true
  if (op === 'missing') return false
  return (op === '!=') !== (value !== false)
}

function valueWords(kind: ValueKind, value: unknown, condition: Raw, { speech, t }: ValueSpeaking): string {
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
