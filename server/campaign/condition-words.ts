import type { Comparison, Condition, ConditionInFile } from '../brand/rules/conditions.ts'
import type { Campaign } from '../brand/shapes/campaign-shape.ts'
import type { ConditionFailure, FailedComparison, Shown } from './finding.ts'
import { type Mark, markOf, signOf } from './words/marks.ts'
import { gapOf, type Measure, measureOf } from './words/measures.ts'
import { type Names, orList } from './words/names.ts'

/** The condition at a path such as `when[1].any[0]` of a rule; undefined if the file has changed since. */
export function conditionAt(campaign: Campaign, ruleId: string, path: string): ConditionInFile | undefined {
  const isCampaignWide = path.startsWith('campaign.')
  const owner: unknown = isCampaignWide ? campaign : campaign.rules.find((rule) => rule.id === ruleId)
  const steps = [...path.matchAll(/(\w+)\[(\d+)\]/g)]
  const found = steps.reduce<unknown>((from, [, key = '', index = '']) => entryOf(from, key, Number(index)), owner)
  return found as Condition | undefined
}

function entryOf(from: unknown, key: string, index: number): unknown {
  const list: unknown = typeof from === 'object' && from !== null ? Reflect.get(from, key) : undefined
  return Array.isArray(list) ? list[index] : undefined
}

/** What a condition asks for: `total at least 50.00 USD`, `at least 2 Espresso`, `a coupon of set Welcome`. */
export function conditionWords(condition: Condition, names: Names): string {
  if ('fact' in condition) return comparisonWords(condition, names)
  const list = (members: readonly Condition[]) => members.map((one) => conditionWords(one, names)).join('; ')
  if ('all' in condition) return `all of (${list(condition.all)})`
  if ('any' in condition) return `one of (${list(condition.any)})`
  if ('none' in condition) return `none of (${list(condition.none)})`
  return `at least ${condition.atLeast} of (${list(condition.of)})`
}

function comparisonWords(asked: Comparison, names: Names): string {
  const sign = signOf(asked, names)
  if (sign) return isWanted(asked) ? sign.noun : `not ${sign.noun}`
  const values = valuesOf(asked.value)
  const measure = measureOf(asked, names)
  if (!measure) return markWords(asked.op, values, markOf(asked, names))
  if (measure.unit === undefined) return `${measure.noun} ${rangeWords(asked.op, values, measure)}`
  return isAny(asked.op, values) ? `any ${measure.unit}` : `${rangeWords(asked.op, values, measure)} ${measure.unit}`
}

/** More than none. */
const isAny = (op: Comparison['op'], [first]: readonly string[]) => op === '>' && first === '0'

/** Why a condition failed: `needs 3.50 USD more (…)`, `only on Tuesdays`, `coupon of set Welcome not presented`. */
export function failureWords(failure: ConditionFailure, condition: Condition | undefined, names: Names): string {
  if ('group' in failure) return groupWords(failure, condition, names)
  if (failure.why !== undefined) return failure.why
  const isSame = condition && 'fact' in condition && condition.fact === failure.fact
  return comparisonFailure(failure, isSame ? condition : askedBy(failure), names)
}

/** The comparison without its arguments, where the file no longer has it. */
function askedBy({ fact, op, expected }: FailedComparison): Comparison {
  return { fact, op: op as Comparison['op'], ...(expected !== undefined && { value: expected }) }
}

function comparisonFailure({ observed }: FailedComparison, asked: Comparison, names: Names): string {
  const sign = signOf(asked, names)
  if (sign) return isWanted(asked) ? sign.absent : sign.present
  const has = observed === null ? undefined : textsOf(observed)
  const values = valuesOf(asked.value)
  const measure = measureOf(asked, names)
  return measure
    ? measureFailure({ asked, values, has: has?.[0] }, measure)
    : markFailure(asked, values, has, markOf(asked, names))
}

/** Whether the condition asks for something to be true. */
const isWanted = ({ op, value }: Comparison) =>
  op === 'exists' || (op === '=' && value !== false) || (op === '!=' && value === false)

interface Measured {
  readonly asked: Comparison
  readonly values: readonly string[]
  /** Undefined means missing. */
  readonly has: string | undefined
}

function measureFailure({ asked, values, has }: Measured, measure: Measure): string {
  const { noun, show, unit } = measure
  const { op, fact } = asked
  const range = rangeWords(op, values, measure)
  if (has === undefined && fact.startsWith('balance')) return `needs a ${noun} of ${range}, and the card has none`
  if (has === undefined) return `${noun} must be ${range}, and there is none`
  if (unit !== undefined && isAny(op, values)) return `needs ${unit}, and there are none`
  const gap = op === '>=' || op === 'between' ? gapOf(has, values[0] ?? '') : undefined
  if (gap !== undefined && unit !== undefined) return `needs ${gap} more ${unit} (has ${has}, needs ${values[0]})`
  if (gap !== undefined && measure.isWorth) return `needs ${show(gap)} more (${noun} is ${show(has)}, needs ${range})`
  return `${noun} must be ${range} (is ${show(has)})`
}

const ranges: Readonly<Record<Measure['order'], Readonly<Record<string, string>>>> = {
  amount: { '>=': 'at least', '>': 'more than', '<=': 'at most', '<': 'less than' },
  date: { '>=': 'on or after', '>': 'after', '<=': 'on or before', '<': 'before' },
  hour: { '>=': 'at or after', '>': 'after', '<=': 'at or before', '<': 'before' },
}

function rangeWords(op: Comparison['op'], values: readonly string[], { show, order }: Measure): string {
  const [first = '', second = ''] = values
  if (op === 'between') return `from ${show(first)} to ${show(second)}`
  if (op === 'exists') return 'known'
  if (op === 'missing') return 'unknown'
  const word = ranges[order][op]
  if (word !== undefined) return `${word} ${show(first)}`
  return `${op === '!=' || op === 'notIn' ? 'other than ' : ''}${orList(values.map(show))}`
}

function markWords(op: Comparison['op'], values: readonly string[], { before, noun, show }: Mark): string {
  const list = orList(values.map(show))
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
}

function markFailure(
  asked: Comparison,
  values: readonly string[],
  has: readonly string[] | undefined,
  mark: Mark,
): string {
  const { op, fact } = asked
  const isNegative = op === '!=' || op === 'notIn'
  if (fact === 'segment' && !isNegative && op !== 'missing')
    return `not a member of segment ${orList(values.map(mark.show))}`
  const wanted = markWords(op, values, mark)
  const seen = has && !isNegative && isTold(has) ? ` (this is ${orList(has.map(mark.show))})` : ''
  return isNegative ? wanted : `only ${wanted}${fact === 'request.dayOfWeek' ? '' : seen}`
}

/** Personal data is not copied into explanations. */
const isTold = (has: readonly string[]) => !has.includes('(set)')

type FailedGroup = Extract<ConditionFailure, { group: string }>

function groupWords({ group, needed, of, held }: FailedGroup, condition: Condition | undefined, names: Names): string {
  const members = condition && membersOf(condition)?.map((one) => conditionWords(one, names))
  if (group === 'none')
    return members ? `none of these may hold: ${members.join('; ')}` : `one of ${of} conditions held that must not`
  if (!members) return `${held} of ${of} conditions held, ${group === 'all' ? 'all' : `at least ${needed}`} must`
  if (group === 'any') return `needs one of: ${members.join('; ')}`
  return `needs ${group === 'all' ? 'all' : `at least ${needed}`} of: ${members.join('; ')} (${held} held)`
}

function membersOf(condition: Condition): readonly Condition[] | undefined {
  if ('fact' in condition) return undefined
  if ('all' in condition) return condition.all
  if ('any' in condition) return condition.any
  return 'none' in condition ? condition.none : condition.of
}

const listEntriesMax = 5

/** Long lists explain nothing. */
function valuesOf(value: Comparison['value']): readonly string[] {
  const all = textsOf(value ?? [])
  return all.length > listEntriesMax ? [...all.slice(0, listEntriesMax), `${all.length - listEntriesMax} more`] : all
}

function textsOf(value: Shown | number | readonly (Shown | number)[]): readonly string[] {
  return typeof value === 'object' ? value.map(String) : [String(value)]
}
