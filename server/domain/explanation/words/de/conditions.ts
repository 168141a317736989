import type { Comparison } from '../../../brand/rules/conditions.ts'
import { type FactMeasure, isAny, isNegative, type Missed } from '../phrases.ts'
import type { ConditionWords, FailedGroup } from '../words.ts'
import { numberWords, orList } from './amounts.ts'

export const conditions: ConditionWords = {
  all: (members) => `alles davon (${members})`,
  any: (members) => `eines davon (${members})`,
  none: (members) => `nichts davon (${members})`,
  atLeast: (count, members) => `mindestens ${count} davon (${members})`,
  measured: (op, values, measure) => {
    const { noun, unit } = measure
    if (op === 'exists') return `Angabe vorhanden: ${noun}`
    if (op === 'missing') return `keine Angabe: ${noun}`
    if (unit === undefined) return `${noun} ${rangeWords(op, values, measure)}`
    return isAny(op, values) ? `${unit} (beliebig viele)` : `${rangeWords(op, values, measure)} ${unit}`
  },
  missed: missedWords,
  marked: (op, list, { before, noun, after }) => {
    const plain = [before, list, after].filter((part) => part !== undefined && part !== '').join(' ')
    switch (op) {
      case '!=':
      case 'notIn':
        return following('nicht', plain)
      case 'exists':
        return `wenn ${noun} bekannt ist`
      case 'missing':
        return `wenn ${noun} nicht bekannt ist`
      case 'contains':
        return `wenn ${noun} „${list}“ enthält`
      case 'startsWith':
        return `wenn ${noun} mit „${list}“ beginnt`
      case 'endsWith':
        return `wenn ${noun} mit „${list}“ endet`
      default:
        return plain
    }
  },
  onlyMarked: (wanted, seen) => `${following('nur', wanted)}${seen === undefined ? '' : ` (hier: ${seen})`}`,
  noMember: (segments) => `kein Mitglied des Segments ${segments}`,
  group: groupWords,
}

/** A clause of its own begins after a comma. */
const following = (word: string, text: string) => (text.startsWith('wenn ') ? `${word}, ${text}` : `${word} ${text}`)

function missedWords(missed: Missed): string {
  const { op, values, measure, has, gap, isBalance } = missed
  const { noun, show, unit } = measure
  const range = rangeWords(op, values, measure)
  if (op === 'exists') return `es fehlt die Angabe: ${noun}`
  if (op === 'missing') return `nur ohne diese Angabe: ${noun}`
  if (has === undefined && isBalance) return `braucht ${noun}: ${range}; die Karte hat keines`
  if (has === undefined) return `${noun}: ${wantedWords(missed, range)}; es gibt keine Angabe`
  if (unit !== undefined && isAny(op, values)) return `es fehlt: ${unit}`
  if (gap === '1' && unit !== undefined)
    return `noch 1 fehlt: ${unit} (vorhanden ${numberWords(has)}, nötig ${numberWords(values[0] ?? '')})`
  if (gap !== undefined && unit !== undefined)
    return `es fehlen noch ${numberWords(gap)} ${unit} (vorhanden ${numberWords(has)}, nötig ${numberWords(values[0] ?? '')})`
  if (gap !== undefined && measure.isWorth) return `es fehlen noch ${show(gap)} (${noun} ${show(has)}, nötig ${range})`
  return `${noun}: ${wantedWords(missed, range)} (hier: ${show(has)})`
}

/** `nötig sind mindestens 10`, `nur ab 17 Uhr`. */
function wantedWords({ op, measure: { order } }: Missed, range: string): string {
  if (isNegative(op)) return `darf ${range} sein`
  return order === 'amount' ? `nötig ${range}` : `nur ${range}`
}

const ranges: Readonly<Record<FactMeasure['order'], Readonly<Record<string, string>>>> = {
  amount: { '>=': 'mindestens', '>': 'mehr als', '<=': 'höchstens', '<': 'weniger als' },
  date: { '>=': 'ab dem', '>': 'nach dem', '<=': 'bis zum', '<': 'vor dem', '=': 'am' },
  hour: { '>=': 'ab', '>': 'nach', '<=': 'bis', '<': 'vor' },
}

function rangeWords(op: Comparison['op'], values: readonly string[], { show, order }: FactMeasure): string {
  const [first = '', second = ''] = values
  if (op === 'between')
    return order === 'date' ? `vom ${show(first)} bis zum ${show(second)}` : `${show(first)} bis ${show(second)}`
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
