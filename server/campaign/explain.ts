import type { BrandDocument } from '../brand/document.ts'
import type { Condition } from '../brand/rules/conditions.ts'
import { formatDateTime } from '../kernel/time.ts'
import { conditionAt, conditionWords, factWords } from './condition-words.ts'
import type { ConditionFailure, Shown } from './finding.ts'
import type { Throttled } from './limits.ts'
import type { EffectSummary, SilentEntry, Trace, TraceEntry } from './trace.ts'

/** The trace of a call as lines for people, in the words of the brand file. */
export function explainTrace(trace: Trace, document: BrandDocument): string[] {
  const names = ruleNames(document)
  const fired = trace.filter((entry) => 'fired' in entry).length
  return [
    `${trace.length} ${trace.length === 1 ? 'rule' : 'rules'} considered, ${fired} fired`,
    ...trace.map((entry) => `${names.get(entry.rule) ?? entry.rule}: ${explainEntry(entry, document, names)}`),
  ]
}

type Names = ReadonlyMap<string, string>

/** Rules of campaigns that have been taken out of the file since are still called by their names. */
function ruleNames({ campaigns, switchedOff }: BrandDocument): Names {
  const entries = [...switchedOff.campaigns, ...campaigns].flatMap((campaign) =>
    campaign.rules.map((rule) => [`${campaign.id}/${rule.id}`, `${campaign.name} / ${rule.name}`] as const),
  )
  return new Map(entries)
}

function explainEntry(entry: TraceEntry, document: BrandDocument, names: Names): string {
  if ('not' in entry) return `did not fire: ${explainSilent(entry, document, names)}`
  const effects = entry.fired.map(explainEffect).join('; ')
  const coupons = entry.coupons ? ` (consumed ${entry.coupons.join(', ')})` : ''
  return `fired${coupons}${effects === '' ? '' : `: ${effects}`}`
}

function explainEffect({ kind, amount, of, asked, cappedBy }: EffectSummary): string {
  const words = [kind, amount, of].filter((word) => word !== undefined).join(' ')
  if (cappedBy === undefined) return words
  return `${words} (${asked === undefined ? '' : `${asked} asked for, `}limited by ${cappedBy})`
}

function explainSilent({ rule, not: silent }: SilentEntry, document: BrandDocument, names: Names): string {
  switch (silent.kind) {
    case 'otherTrigger':
      return `its trigger is ${silent.expected}`
    case 'otherTarget':
      return `it is for ${silent.expected} cards`
    case 'notRunning':
      return `the campaign was not running (${explainPeriod(silent, document.brand.timeZone)})`
    case 'outsideWindow':
      return 'outside its window of days and hours'
    case 'firedAlready':
      return 'it has fired in this call already'
    case 'excluded':
      return `${names.get(silent.by) ?? silent.by} fired first in the exclusive group ${silent.group}`
    case 'notChosen':
      return `its option ${silent.option} was not chosen`
    case 'tooManyChosen':
      return `${silent.chosen} options of its group were chosen, at most ${silent.maxSelected} may be`
    case 'failed':
      return explainFailure(silent.failure, conditionOf(rule, silent.failure, document))
    case 'throttled':
      return explainThrottle(silent)
    case 'nothingToDiscount':
      return `its conditions hold, but there is nothing to take its discount off: ${discountWords[silent.why] ?? silent.why}`
    case 'notApplied':
      return [discountWords[silent.why] ?? silent.why, silent.sku].join(' ').trimEnd()
    case 'short':
      return `it would redeem ${silent.asked} ${silent.of}, the card has ${silent.available}`
  }
}

/** Why a discount or an offer comes to nothing, in words. */
const discountWords: Readonly<Record<string, string>> = {
  noProducts: 'none of its products are there',
  notBought: 'what must be bought for it is not there',
  noFullGroup: 'there are not enough of its products for a group',
  nothingToTake: 'nothing is left of their price',
  missingProduct: 'a product is missing:',
  missingQualifier: 'a product that must be there besides is missing:',
}

function explainPeriod({ from, until }: { from?: number; until?: number }, timeZone: string): string {
  const parts = [
    from === undefined ? '' : `from ${formatDateTime(from, timeZone)}`,
    until === undefined ? '' : `until ${formatDateTime(until, timeZone)}`,
  ]
  return parts.filter((part) => part !== '').join(' ')
}

function explainThrottle({ times, per, every, count }: Throttled): string {
  const period = typeof every === 'object' ? `in ${every.days} days` : every === 'ever' ? 'ever' : `a ${every}`
  return `throttled: it fired ${count} times, at most ${times} per ${per} ${period}`
}

/** The failed condition as the file has it, so that its arguments can be told; undefined where it has changed since. */
function conditionOf(rule: string, failure: ConditionFailure, { campaigns }: BrandDocument): Condition | undefined {
  const [campaignId, ruleId = ''] = rule.split('/', 2)
  const campaign = campaigns.find((one) => one.id === campaignId)
  return campaign && conditionAt(campaign, ruleId, failure.path)
}

function explainFailure(failure: ConditionFailure, condition: Condition | undefined): string {
  if ('group' in failure) {
    const wanted = condition && !('fact' in condition) ? `: ${conditionWords(condition)}` : ''
    return `${explainGroup(failure)}${wanted} (${failure.path})`
  }
  const { fact, op, expected, observed, path } = failure
  const name = condition && 'fact' in condition && condition.fact === fact ? factWords(condition) : fact
  const asked = [op, ...(expected === undefined ? [] : [show(expected)])].join(' ')
  return `${name} is ${observed === null ? 'missing' : show(observed)}, expected ${asked} (${path})`
}

function explainGroup({ group, needed, of, held }: Extract<ConditionFailure, { group: string }>): string {
  if (group === 'none') return `one of ${of} conditions held that must not`
  return `${held} of ${of} conditions held, ${group === 'all' ? 'all' : `at least ${needed}`} must`
}

function show(value: Shown | readonly Shown[]): string {
  return typeof value === 'object' ? `[${value.join(', ')}]` : String(value)
}
