import { facts } from '../../../../../server/domain/brand/facts/all.ts'
import type { Fact } from '../../../../../server/domain/brand/facts/fact.ts'
import { type OperatorName, operators, operatorsFor } from '../../../../../server/domain/brand/rules/operators.ts'
import type { PlainEntry } from './plain.ts'

/** A condition about a fact to begin with: everything that can be guessed is filled in, the rest is asked for. */
export function newCondition(name: string): PlainEntry {
  const fact = Object.hasOwn(facts, name) ? facts[name] : undefined
  if (fact?.type === 'flag') return { fact: name }
  if (fact?.type === 'number' || fact?.type === 'amount') return { fact: name, op: '>=', value: fact.range?.[0] ?? 1 }
  return { fact: name, op: fact?.type === 'date' ? '>=' : '=' }
}

/** Whether people choose the values of a fact, rather than type them. */
const isChosen = ({ names, choices }: Fact): boolean => names !== undefined || choices !== undefined

/**
 * The operators that a form offers for a fact. Where values are chosen, one or several makes no difference to people: `=`
 * stands for `in` as well, and `!=` for `notIn`.
 */
export function offeredOperators(fact: Fact): readonly OperatorName[] {
  const all = operatorsFor(fact.type, fact.list ?? false)
  if (fact.type === 'flag') return all.filter((op) => op === '=' || op === '!=')
  return isChosen(fact) ? all.filter((op) => !notChosen.has(op)) : all
}

/** Whoever chooses values does not compare parts of their ids. */
const notChosen: ReadonlySet<OperatorName> = new Set(['in', 'notIn', 'contains', 'startsWith', 'endsWith'])

/** The operator that a form shows for one of the file. */
export function shownOperator(fact: Fact, op: unknown): OperatorName | undefined {
  if (isChosen(fact) && op === 'in') return '='
  if (isChosen(fact) && op === 'notIn') return '!='
  return typeof op === 'string' && Object.hasOwn(operators, op) ? (op as OperatorName) : undefined
}

/** The condition with other chosen values: one is compared, several are listed. */
export function withChosen(condition: PlainEntry, fact: Fact, chosen: readonly string[]): PlainEntry {
  const { value: _, ...others } = condition
  const isNot = shownOperator(fact, condition.op) === '!='
  if (chosen.length === 0) return { ...others, op: isNot ? '!=' : '=' }
  if (chosen.length === 1) return { ...others, op: isNot ? '!=' : '=', value: chosen[0] }
  return { ...others, op: isNot ? 'notIn' : 'in', value: chosen }
}

/** The condition with another operator: its value stays as far as it fits. */
export function withOperator(condition: PlainEntry, fact: Fact, op: OperatorName): PlainEntry {
  const { value, ...others } = condition
  if (isChosen(fact) && (op === '=' || op === '!=')) return withChosen({ ...others, op }, fact, chosenIn(value))
  const kind = operators[op].value
  if (kind === 'none') return { ...others, op }
  const values = (Array.isArray(value) ? value : [value]).filter((one) => one !== undefined)
  if (kind === 'one') return { ...others, op, ...(values.length > 0 && { value: values[0] }) }
  if (kind === 'two') return { ...others, op, value: [values[0] ?? 1, values[1] ?? values[0] ?? 10] }
  return { ...others, op, value: values }
}

export const chosenIn = (value: unknown): readonly string[] =>
  (Array.isArray(value) ? value : [value]).filter((one) => typeof one === 'string' && one !== '')
