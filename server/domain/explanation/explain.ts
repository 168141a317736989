import type { BrandDocument } from '../brand/document.ts'
import { type ClockOwner, clockOwner } from '../brand/rules/clocks.ts'
import type { Condition } from '../brand/rules/conditions.ts'
import { inCurrency } from '../brand/rules/per-currency.ts'
import { type ConditionFailure, isOfPerson } from '../campaign/finding.ts'
import type { Silent } from '../campaign/judge.ts'
import type { EffectSummary, SilentEntry } from '../campaign/trace.ts'
import { conditionAt, failureWords, membersOf } from './condition-words.ts'
import { effectWords, unconvertedWords, unformedWords } from './effect-words.ts'
import type { Names } from './words/names.ts'

/** What explanations are made of: the file as it is now, and what its things are called. */
export interface ExplanationSource {
  readonly document: BrandDocument
  readonly names: Names
  /** Whoever is told may not see people. */
  readonly hidesPeople?: boolean
}

/** What a rule gave, in words. */
export function explainEffect(effect: EffectSummary, { names }: ExplanationSource): string {
  const { of, kind, result } = effect
  const noun = of === undefined ? undefined : nounOf[kind === 'nothing' ? (result ?? '') : kind]
  const named = noun && of !== undefined ? { ...effect, of: names.of(noun, of) } : effect
  return effectWords(named, names.products, names.words)
}

/** Results that name something of the file by its id. */
const nounOf: Readonly<Record<string, 'couponSet' | 'program' | 'eventType'>> = {
  allocateCoupon: 'couponSet',
  enroll: 'program',
  logEvent: 'eventType',
}

/** Why a rule did not fire, in words, and by which clock, where the brand has several and a day or an hour decided. */
export function explainSilent(entry: SilentEntry, telling: ExplanationSource): string {
  const { clocks, words } = telling.names
  const why = reasonOf(entry, telling)
  const owner = clocks && !isHidden(entry, telling) ? clockOf(entry, telling) : undefined
  return clocks && owner ? `${why}, ${words.silent.byClock(clocks, owner)}` : why
}

/** Whose clock decided; undefined where no day and no hour did. */
function clockOf({ rule, not: silent }: SilentEntry, telling: ExplanationSource): ClockOwner | undefined {
  switch (silent.kind) {
    case 'outsideWindow':
      return clockOwner('window')
    case 'throttled':
      return isPeriod(silent.every) ? clockOwner(`limit per ${silent.per}`) : undefined
    case 'overBudget':
      return isPeriod(silent.every) ? clockOwner('budget') : undefined
    case 'failed': {
      if (!('fact' in silent.failure)) return undefined
      const condition = conditionOf(rule, silent.failure, telling)
      const isOfPast = condition && 'within' in condition && isCalendar(condition.within)
      return clockOwner(isOfPast ? 'history' : silent.failure.fact)
    }
    default:
      return undefined
  }
}

/** A day, a week, a month or a year, which begins and ends by a clock. */
const isPeriod = (every: string | object) => typeof every === 'string' && every !== 'ever'
const isCalendar = (within: unknown) => typeof within === 'object' && within !== null && 'calendar' in within

function reasonOf(entry: SilentEntry, telling: ExplanationSource): string {
  const { rule, not: silent } = entry
  const { document, names } = telling
  const { silent: words, amounts, standings } = names.words
  if (isHidden(entry, telling)) return standings.ofCustomer
  if (silent.kind === 'nothingToAdd') return words.nothingToAdd(names.words.effects.reasons[silent.why])
  switch (silent.kind) {
    case 'otherTrigger':
      return words.otherTrigger[silent.expected]
    case 'otherTarget':
      return words.otherTarget[silent.expected]
    case 'notRunning':
      return words.notRunning(silent.from, silent.until, document.brand.timeZone)
    case 'outsideWindow':
      return words.outsideWindow(windowOf(rule, document))
    case 'heldOut':
      return words.heldOut(silent.percent)
    case 'otherVariant':
      return words.otherVariant(silent.expected, silent.side)
    case 'firedAlready':
      return words.firedAlready
    case 'excluded':
      return words.excluded(names.of('rule', silent.by), silent.group)
    case 'outbid': {
      const { difference, currency, by, of } = silent
      return words.outbid(silent, names.of(of, by), difference && amounts.price(difference, currency))
    }
    case 'tooManyCodes':
      return words.tooManyCodes(silent.max)
    case 'notChosen':
      return words.notChosen(silent.option)
    case 'tooManyChosen':
      return words.tooManyChosen(silent.chosen, silent.maxSelected)
    case 'failed':
      return failureWords(silent.failure, conditionOf(rule, silent.failure, { document, names }), names)
    case 'throttled':
      return words.throttled(silent)
    case 'uncounted':
      return words.uncounted[silent.per]
    case 'barred':
      return words.barred[silent.by]
    case 'nothingToDiscount':
      return words.nothingToDiscount(unformedWords(silent.why, silent.counted, names.products, names.words))
    case 'notApplied':
      return notAppliedWords(silent, names)
    case 'tooMuchWork':
      return words.tooMuchWork(silent.limit, silent.steps)
    case 'overBudget':
      return words.overBudget(silent)
    case 'nothingToConvert': {
      const { of, subtrack, available = '0' } = silent
      const has = of === undefined ? undefined : amounts.balance(available, of, subtrack)
      return words.nothingToConvert(unconvertedWords(silent.why, names.words), has)
    }
    case 'short':
      return words.short(amounts.balance(silent.asked, silent.of, silent.subtrack), amounts.number(silent.available))
  }
}

function notAppliedWords(
  { why, sku = '' }: Extract<Silent, { kind: 'notApplied' }>,
  { products, words }: Names,
): string {
  const product = sku === '' ? undefined : (products.get(sku) ?? sku)
  return words.silent.notApplied(unformedWords(why, undefined, products, words), product)
}

/** Whether a rule did not fire because of something that is not told: what a person is like. */
export function isHidden({ rule, not: silent }: SilentEntry, telling: ExplanationSource): boolean {
  if (!telling.hidesPeople) return false
  if (silent.kind === 'barred') return barsOfPerson.has(silent.by)
  if (silent.kind !== 'failed') return false
  if ('fact' in silent.failure) return isOfPerson(silent.failure.fact)
  const group = conditionOf(rule, silent.failure, telling)
  return group === undefined || asksOfPerson(group)
}

/** They say that two people have something in common. */
const barsOfPerson: ReadonlySet<string> = new Set(['customer', 'email', 'phone'])

function asksOfPerson(condition: Condition): boolean {
  if ('fact' in condition) return isOfPerson(condition.fact)
  return (membersOf(condition) ?? []).some(asksOfPerson)
}

function windowOf(rule: string, { campaigns }: BrandDocument) {
  const [campaignId, ruleId] = rule.split('/', 2)
  return campaigns.find(({ id }) => id === campaignId)?.rules.find(({ id }) => id === ruleId)?.window
}

/** The failed condition as the file has it, for its arguments; undefined if the file has changed since. */
function conditionOf(
  rule: string,
  failure: ConditionFailure,
  { document, names }: ExplanationSource,
): Condition | undefined {
  const [campaignId, ruleId = ''] = rule.split('/', 2)
  const campaign = document.campaigns.find((one) => one.id === campaignId)
  const condition = campaign && conditionAt(campaign, ruleId, failure.path)
  return condition && inCurrency(condition, names.currency)
}
