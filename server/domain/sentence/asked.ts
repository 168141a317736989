import type { AskedFact } from '../brand/facts/asked.ts'
import { gap, type Raw, severalIn, textIn } from '../brand/facts/draft.ts'
import { type Fact, valueKindOf } from '../brand/facts/fact.ts'
import type { ValueKind } from '../brand/facts/fact-shape.ts'
import type { Teller } from '../brand/facts/say.ts'
import type { OperatorName } from '../brand/rules/operators.ts'
import type { ChoiceKind } from './choices.ts'
import { balance } from './grammar/balances.ts'
import { named } from './grammar/counts.ts'
import type { Voice } from './grammar/voice.ts'

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

export function askedOf(fact: Fact, condition: Raw, voice: Voice): AskedFact {
  const kind = valueKindOf(fact)
  const isFlag = kind.kind === 'flag'
  const op = isOperator(condition.op) ? condition.op : isFlag && condition.op === undefined ? '=' : undefined
  const given = severalIn(condition.value)
  const values = given.map((value) => valueWords(kind, value, condition, voice))
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

function valueWords(kind: ValueKind, value: unknown, condition: Raw, voice: Voice): string {
  switch (kind.kind) {
    case 'number':
      return voice.number(value)
    case 'money':
      return voice.money(value)
    case 'balance':
      return balance(value, condition, voice)
    case 'day':
      return voice.day(value)
    case 'flag':
      return String(value)
    case 'country':
      return voice.country(value)
    case 'cardNumber':
      return cardNumberWords(value)
    case 'name':
      return voice.called(kind.noun, value)
    case 'choice':
      return choiceWords(kind.of, textIn(value) ?? gap, voice)
    case 'text':
      return ownWords(value, condition, voice)
  }
}

const choiceWords = (kind: ChoiceKind, value: string, { words }: Voice) => named(words.choices[kind], value) ?? value

/** A field of the brand may hold numbers and days as well. */
function ownWords(value: unknown, { fact }: Raw, t: Teller): string {
  if ((fact === 'demographic' || fact === 'order') && typeof value === 'number') return t.number(value)
  const text = textIn(value)
  if (text === undefined) return gap
  return fact === 'demographic' && /^\d{4}-\d\d-\d\d$/.test(text) ? t.day(text) : text
}

/** Sentences are shown to people who may not see whole card numbers. */
function cardNumberWords(value: unknown): string {
  const text = textIn(value)
  return text === undefined ? gap : `…${text.slice(-4)}`
}
