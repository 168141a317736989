import type { Comparison, Condition, ConditionInFile } from '../brand/rules/conditions.ts'
import type { Campaign } from '../brand/shapes/campaign-shape.ts'
import type { ConditionFailure, FailedComparison, ShownValue } from '../campaign/finding.ts'
import { markOf, signOf } from './words/marks.ts'
import { gapOf, measureOf } from './words/measures.ts'
import type { Names } from './words/names.ts'
import { type FactMark, isNegative } from './words/phrases.ts'

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
  const { all, any, none, atLeast } = names.words.conditions
  const list = (members: readonly Condition[]) => members.map((one) => conditionWords(one, names)).join('; ')
  if ('all' in condition) return all(list(condition.all))
  if ('any' in condition) return any(list(condition.any))
  if ('none' in condition) return none(list(condition.none))
  return atLeast(condition.atLeast, list(condition.of))
}

function comparisonWords(asked: Comparison, names: Names): string {
  const sign = signOf(asked, names)
  if (sign) return isWanted(asked) ? sign.noun : sign.without
  const values = valuesOf(asked.value, names)
  const measure = measureOf(asked, names)
  return measure
    ? names.words.conditions.measured(asked.op, values, measure)
    : markWords(asked.op, values, markOf(asked, names), names)
}

/** Why a condition failed: `needs 3.50 USD more (…)`, `only on Tuesdays`, `coupon of set Welcome not presented`. */
export function failureWords(failure: ConditionFailure, condition: Condition | undefined, names: Names): string {
  if ('group' in failure) {
    const members = condition && membersOf(condition)?.map((one) => conditionWords(one, names))
    return names.words.conditions.group(failure, members)
  }
  if (failure.blockedCode) return names.words.marks.blockedCode(failure.blockedCode.code, failure.blockedCode.by)
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
  const { op, fact } = asked
  const seen = observed === null ? undefined : textsOf(observed).map((text) => restIn(text, names))
  const values = valuesOf(asked.value, names)
  const measure = measureOf(asked, names)
  if (!measure) return markFailure(asked, values, seen, names)
  const has = seen?.[0]
  const gap = has !== undefined && (op === '>=' || op === 'between') ? gapOf(has, values[0] ?? '') : undefined
  return names.words.conditions.missed({ op, values, measure, has, gap, isBalance: fact.startsWith('balance') })
}

/** Whether the condition asks for something to be true. */
const isWanted = ({ op, value }: Comparison) =>
  op === 'exists' || (op === '=' && value !== false) || (op === '!=' && value === false)

function markWords(op: Comparison['op'], values: readonly string[], mark: FactMark, { words }: Names): string {
  return words.conditions.marked(op, words.amounts.orList(values.map(mark.show)), mark)
}

function markFailure(
  asked: Comparison,
  values: readonly string[],
  has: readonly string[] | undefined,
  names: Names,
): string {
  const { op, fact } = asked
  const { conditions, amounts } = names.words
  const mark = markOf(asked, names)
  if (fact === 'segment' && !isNegative(op) && op !== 'missing')
    return conditions.noMember(amounts.orList(values.map(mark.show)))
  const wanted = markWords(op, values, mark, names)
  if (isNegative(op)) return wanted
  const isShown = has && isTold(has) && fact !== 'request.dayOfWeek'
  return conditions.onlyMarked(wanted, isShown ? amounts.orList(has.map(mark.show)) : undefined)
}

/** Personal data is not copied into explanations. */
const isTold = (has: readonly string[]) => !has.includes('(set)')

export function membersOf(condition: Condition): readonly Condition[] | undefined {
  if ('fact' in condition) return undefined
  if ('all' in condition) return condition.all
  if ('any' in condition) return condition.any
  return 'none' in condition ? condition.none : condition.of
}

const listEntriesMax = 5

/** Long lists explain nothing. */
function valuesOf(value: Comparison['value'], { words }: Names): readonly string[] {
  const all = textsOf(value ?? [])
  const left = all.length - listEntriesMax
  return left > 0 ? [...all.slice(0, listEntriesMax), words.amounts.more(left)] : all
}

/** Of a long list that was found, the last entry says how many more there were. */
function restIn(text: string, { words }: Names): string {
  const [, left] = /^and (\d+) more$/.exec(text) ?? []
  return left === undefined ? text : words.amounts.andMore(left)
}

function textsOf(value: ShownValue | number | readonly (ShownValue | number)[]): readonly string[] {
  return typeof value === 'object' ? value.map(String) : [String(value)]
}
