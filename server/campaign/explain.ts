import type { BrandDocument } from '../brand/document.ts'
import type { Condition } from '../brand/rules/conditions.ts'
import type { Trigger } from '../brand/shapes/campaign-shape.ts'
import { formatDateTime } from '../kernel/time.ts'
import { conditionAt, conditionWords, factWords } from './condition-words.ts'
import { effectWords, type ProductNames, unformedWords } from './effect-words.ts'
import type { ConditionFailure, Shown } from './finding.ts'
import type { Throttled } from './limits.ts'
import type { FiredEntry, SilentEntry, Trace, TraceEntry } from './trace.ts'

/** The trace of a call as lines for people, in the words of the brand file. Rules that fired come first. */
export function explainTrace(trace: Trace, document: BrandDocument): string[] {
  const told = { document, names: ruleNames(document), products: productNames(document) }
  const fired = trace.filter((entry) => 'fired' in entry)
  const silent = trace.filter((entry) => 'not' in entry)
  return [
    `${trace.length} ${trace.length === 1 ? 'rule' : 'rules'} considered, ${fired.length} fired`,
    ...fired.map((entry) => `${nameOf(entry, told)}: ${firedWords(entry, told)}`),
    ...(silent.length > 0 ? ['Did not fire:'] : []),
    ...silent.map((entry) => `${nameOf(entry, told)}: ${explainSilent(entry, told)}`),
  ]
}

interface Telling {
  readonly document: BrandDocument
  readonly names: Names
  readonly products: ProductNames
}

type Names = ReadonlyMap<string, string>

/** Rules of campaigns that were removed from the file since are still called by their names. */
function ruleNames({ campaigns, switchedOff }: BrandDocument): Names {
  const entries = [...switchedOff.campaigns, ...campaigns].flatMap((campaign) =>
    campaign.rules.map((rule) => [`${campaign.id}/${rule.id}`, `${campaign.name} / ${rule.name}`] as const),
  )
  return new Map(entries)
}

function productNames({ products, switchedOff }: BrandDocument): ProductNames {
  return new Map([...switchedOff.products, ...products].map(({ sku, name }) => [sku, name]))
}

const nameOf = ({ rule }: TraceEntry, { names }: Telling) => names.get(rule) ?? rule

function firedWords({ fired, coupons, codes }: FiredEntry, { products }: Telling): string {
  const effects = fired.map((effect) => effectWords(effect, products)).join('; ')
  const used = [
    ...(coupons ? [`coupon ${coupons.join(', ')}`] : []),
    ...(codes ? [`code ${codes.join(', ')}`] : []),
  ].join(' and ')
  return `${effects === '' ? 'fired' : effects}${used === '' ? '' : ` (used ${used})`}`
}

function explainSilent({ rule, not: silent }: SilentEntry, { document, names, products }: Telling): string {
  switch (silent.kind) {
    case 'otherTrigger':
      return `it runs only ${triggerWords[silent.expected]}`
    case 'otherTarget':
      return silent.expected === 'child' ? 'it is for child cards only' : 'it is for root cards only'
    case 'notRunning':
      return `the campaign was not running (${explainPeriod(silent, document.brand.timeZone)})`
    case 'outsideWindow':
      return 'outside its window of days and hours'
    case 'firedAlready':
      return 'it has already fired in this call'
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
      return `its conditions hold, but there was nothing to take off: ${unformedWords(silent.why, silent.counted, products)}`
    case 'notApplied':
      return [unformedWords(silent.why, undefined, products), silent.sku].join(' ').trimEnd()
    case 'tooMuchWork':
      return `the call was refused: its rules may take ${silent.limit} steps, and this one took ${silent.steps}, the most of all`
    case 'short':
      return `it would redeem ${silent.asked} ${silent.of}, but the card has ${silent.available}`
  }
}

const triggerWords: Readonly<Record<Trigger, string>> = {
  checkout: 'at checkouts',
  date: 'on its dates',
  social: 'for social links and events',
  custom: 'when custom campaigns are triggered',
  request: 'after calls other than checkouts',
  message: 'when a customer writes',
  refer: 'when referrals are rewarded',
  segment: 'when a card enters or leaves its segment',
}

function explainPeriod({ from, until }: { from?: number; until?: number }, timeZone: string): string {
  const parts = [
    from === undefined ? '' : `from ${formatDateTime(from, timeZone)}`,
    until === undefined ? '' : `until ${formatDateTime(until, timeZone)}`,
  ]
  return `${parts.filter((part) => part !== '').join(' ')} ${timeZone}`
}

function explainThrottle({ times, per, every, count }: Throttled): string {
  const whose = per === 'card' ? 'for this card' : 'in the whole brand'
  const period = typeof every === 'object' ? ` in ${every.days} days` : every === 'ever' ? '' : ` a ${every}`
  const had = count === 1 ? 'once' : `${count} times`
  return `its limit is reached: it had fired ${had} ${whose}, and may fire ${times === 1 ? 'once' : `${times} times`}${period}`
}

/** The failed condition as the file has it, for its arguments; undefined if the file has changed since. */
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
  const { fact, op, expected, observed, path, why } = failure
  if (why !== undefined) return `${why} (${path})`
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
