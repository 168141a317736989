import type { Comparison } from '../../../brand/rules/conditions.ts'
import { isAny, isNegative, type Measure, type Missed } from '../phrases.ts'
import type { ConditionWords, FailedGroup } from '../words.ts'
import { numberWords, orList } from './amounts.ts'

export const conditions: ConditionWords = {
  all: (members) => `alles davon (${members})`,
  any: (members) => `eines davon (${members})`,
  none: (members) => `nichts davon (${members})`,
  atLeast: (count, members) => `mindestens ${count} davon (${members})`,
  measured: (op, values, measure) => {
    const { noun, unit } = measure
    if (unit === undefined) return `${noun} ${rangeWords(op, values, measure)}`
    return isAny(op, values) ? `mindestens etwas: ${unit}` : `${rangeWords(op, values, measure)} ${unit}`
  },
  missed: missedWords,
  marked: (op, list, { before, noun, after }) => {
    const plain = [before, list, after].filter((part) => part !== undefined && part !== '').join(' ')
    switch (op) {
      case '!=':
      case 'notIn':
        return `nicht ${plain}`
      case 'exists':
        return `mit Angabe: ${noun}`
      case 'missing':
        return `ohne Angabe: ${noun}`
      case 'contains':
        return `wenn „${list}“ vorkommt in: ${noun}`
      case 'startsWith':
        return `wenn ${noun} mit „${list}“ beginnt`
      case 'endsWith':
        return `wenn ${noun} mit „${list}“ endet`
      default:
        return plain
    }
  },
  onlyMarked: (wanted, seen) => `nur ${wanted}${seen === undefined ? '' : ` (hier: ${seen})`}`,
  noMember: (segments) => `kein Mitglied des Segments ${segments}`,
  group: groupWords,
}

function missedWords({ op, values, measure, has, gap, isBalance }: Missed): string {
  const { noun, show, unit } = measure
  const range = rangeWords(op, values, measure)
  if (has === undefined && isBalance) return `braucht ${noun}: ${range}; die Karte hat keines`
  if (has === undefined) return `${noun}: nötig ist ${range}, es gibt aber keine Angabe`
  if (unit !== undefined && isAny(op, values)) return `es fehlt: ${unit}`
  if (gap !== undefined && unit !== undefined)
    return `es fehlen noch ${numberWords(gap)} ${unit} (vorhanden ${numberWords(has)}, nötig ${numberWords(values[0] ?? '')})`
  if (gap !== undefined && measure.isWorth) return `es fehlen noch ${show(gap)} (${noun} ${show(has)}, nötig ${range})`
  return `${noun}: nötig ist ${range} (hier: ${show(has)})`
}

const ranges: Readonly<Record<Measure['order'], Readonly<Record<string, string>>>> = {
  amount: { '>=': 'mindestens', '>': 'mehr als', '<=': 'höchstens', '<': 'weniger als' },
  date: { '>=': 'frühestens der', '>': 'nach dem', '<=': 'spätestens der', '<': 'vor dem' },
  hour: { '>=': 'ab', '>': 'nach', '<=': 'bis', '<': 'vor' },
}

function rangeWords(op: Comparison['op'], values: readonly string[], { show, order }: Measure): string {
  const [first = '', second = ''] = values
  if (op === 'between') return `${show(first)} bis ${show(second)}`
  if (op === 'exists') return 'eine Angabe'
  if (op === 'missing') return 'keine Angabe'
  const word = ranges[order][op]
  if (word !== undefined) return `${word} ${show(first)}`
  return `${isNegative(op) ? 'nicht ' : ''}${orList(values.map(show))}`
}

function groupWords({ group, needed, of, held }: FailedGroup, members: readonly string[] | undefined): string {
  if (group === 'none')
    return members
      ? `nichts davon darf zutreffen: ${members.join('; ')}`
      : `eine von ${of} Bedingungen traf zu, die nicht zutreffen darf`
  if (!members)
    return `${held} von ${of} Bedingungen trafen zu, ${group === 'all' ? 'alle müssen es' : `mindestens ${needed} müssen es`}`
  if (group === 'any') return `braucht eines davon: ${members.join('; ')}`
  const much = group === 'all' ? 'alles davon' : `mindestens ${needed} davon`
  return `braucht ${much}: ${members.join('; ')} (${held} trafen zu)`
}
