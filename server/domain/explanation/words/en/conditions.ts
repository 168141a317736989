import type { Comparison } from '../../../brand/rules/conditions.ts'
import { type FactMeasure, isAny, isNegative, type Missed } from '../phrases.ts'
import type { ConditionWords, FailedGroup } from '../words.ts'
import { orList } from './amounts.ts'

export const conditions: ConditionWords = {
  all: (members) => `all of (${members})`,
  any: (members) => `one of (${members})`,
  none: (members) => `none of (${members})`,
  atLeast: (count, members) => `at least ${count} of (${members})`,
  measured: (op, values, measure) => {
    const { noun, unit } = measure
    if (unit === undefined) return `${noun} ${rangeWords(op, values, measure)}`
    return isAny(op, values) ? `any ${unit}` : `${rangeWords(op, values, measure)} ${unit}`
  },
  missed: missedWords,
  marked: (op, list, { before, noun }) => {
    switch (op) {
      case '!=':
      case 'notIn':
        return `not ${before} ${list}`
      case 'exists':
        return `with ${noun}`
      case 'missing':
        return `without ${noun}`
      case 'contains':
        return `where ${noun} contains "${list}"`
      case 'startsWith':
        return `where ${noun} begins with "${list}"`
      case 'endsWith':
        return `where ${noun} ends with "${list}"`
      default:
        return `${before} ${list}`
    }
  },
  onlyMarked: (wanted, seen) => `only ${wanted}${seen === undefined ? '' : ` (this is ${seen})`}`,
  noMember: (segments) => `not a member of segment ${segments}`,
  group: groupWords,
}

function missedWords({ op, values, measure, has, gap, isBalance }: Missed): string {
  const { noun, show, unit } = measure
  const range = rangeWords(op, values, measure)
  if (has === undefined && isBalance) return `needs a ${noun} of ${range}, and the card has none`
  if (has === undefined) return `${noun} must be ${range}, and there is none`
  if (unit !== undefined && isAny(op, values)) return `needs ${unit}, and there are none`
  if (gap !== undefined && unit !== undefined)
    return `needs ${gap} more ${gap === '1' ? singular(unit) : unit} (has ${has}, needs ${values[0]})`
  if (gap !== undefined && measure.isWorth) return `needs ${show(gap)} more (${noun} is ${show(has)}, needs ${range})`
  return `${noun} must be ${range} (is ${show(has)})`
}

/** Names of products stay as they are. */
const singular = (unit: string) => unit.replace(/^(unit|line|visit|day|product|store|event|firing)s\b/, '$1')

const ranges: Readonly<Record<FactMeasure['order'], Readonly<Record<string, string>>>> = {
  amount: { '>=': 'at least', '>': 'more than', '<=': 'at most', '<': 'less than' },
  date: { '>=': 'on or after', '>': 'after', '<=': 'on or before', '<': 'before' },
  hour: { '>=': 'at or after', '>': 'after', '<=': 'at or before', '<': 'before' },
}

function rangeWords(op: Comparison['op'], values: readonly string[], { show, order }: FactMeasure): string {
  const [first = '', second = ''] = values
  if (op === 'between') return `from ${show(first)} to ${show(second)}`
  if (op === 'exists') return 'known'
  if (op === 'missing') return 'unknown'
  const word = ranges[order][op]
  if (word !== undefined) return `${word} ${show(first)}`
  return `${isNegative(op) ? 'other than ' : ''}${orList(values.map(show))}`
}

function groupWords({ group, needed, of, held }: FailedGroup, members: readonly string[] | undefined): string {
  if (group === 'none')
    return members ? `none of these may hold: ${members.join('; ')}` : `one of ${of} conditions held that must not`
  if (!members) return `${held} of ${of} conditions held, ${group === 'all' ? 'all' : `at least ${needed}`} must`
  if (group === 'any') return `needs one of: ${members.join('; ')}`
  return `needs ${group === 'all' ? 'all' : `at least ${needed}`} of: ${members.join('; ')} (${held} held)`
}
