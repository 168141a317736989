import type { BrandDocument } from '../brand/document.ts'
import type { Condition } from '../brand/rules/conditions.ts'
import { inCurrency } from '../brand/rules/per-currency.ts'
import type { Trigger } from '../brand/shapes/campaign-shape.ts'
import { formatDateTime } from '../kernel/time.ts'
import { conditionAt, failureWords } from './condition-words.ts'
import { balanceWords, effectWords, unconvertedWords, unformedWords } from './effect-words.ts'
import type { ConditionFailure } from './finding.ts'
import type { Silent } from './judge.ts'
import type { Throttled } from './limits.ts'
import type { EffectSummary, SilentEntry } from './trace.ts'
import { weekdayWords } from './words/marks.ts'
import { type Names, orList } from './words/names.ts'

type OverBudget = Extract<Silent, { kind: 'overBudget' }>

/** What explanations are made of: the file as it is now, and what its things are called. */
export interface Telling {
  readonly document: BrandDocument
  readonly names: Names
}

/** What a rule gave, in words. */
export function explainEffect(effect: EffectSummary, { names }: Telling): string {
  const { of, kind, result } = effect
  const noun = of === undefined ? undefined : nounOf[kind === 'nothing' ? (result ?? '') : kind]
  return effectWords(noun && of !== undefined ? { ...effect, of: names.of(noun, of) } : effect, names.products)
}

/** Results that name something of the file by its id. */
const nounOf: Readonly<Record<string, 'couponSet' | 'program' | 'eventType'>> = {
  allocateCoupon: 'couponSet',
  enroll: 'program',
  logEvent: 'eventType',
}

/** Why a rule did not fire, in words. */
export function explainSilent({ rule, not: silent }: SilentEntry, { document, names }: Telling): string {
  switch (silent.kind) {
    case 'otherTrigger':
      return `it runs only ${triggerWords[silent.expected]}`
    case 'otherTarget':
      return silent.expected === 'child' ? 'it is for child cards only' : 'it is for root cards only'
    case 'notRunning':
      return `it runs only ${explainPeriod(silent, document.brand.timeZone)}`
    case 'outsideWindow':
      return `only ${windowWords(windowOf(rule, document))}`
    case 'heldOut':
      return `held out (${silent.percent} % of cards never get this campaign)`
    case 'otherVariant':
      return silent.side === undefined
        ? `this rule is for variant ${silent.expected}, and only cards have variants`
        : `variant ${silent.side}, this rule is for ${silent.expected}`
    case 'firedAlready':
      return 'it has already fired in this call'
    case 'excluded':
      return `${names.of('rule', silent.by)} fired first in the exclusive group ${silent.group}`
    case 'notChosen':
      return `its option "${silent.option}" was not chosen`
    case 'tooManyChosen':
      return `${silent.chosen} options of its group were chosen, at most ${silent.maxSelected} may be`
    case 'failed':
      return failureWords(silent.failure, conditionOf(rule, silent.failure, { document, names }), names)
    case 'throttled':
      return explainThrottle(silent)
    case 'nothingToDiscount':
      return `its conditions hold, but there was nothing to take off: ${unformedWords(silent.why, silent.counted, names.products)}`
    case 'notApplied':
      return [unformedWords(silent.why, undefined, names.products), names.products.get(silent.sku ?? '') ?? silent.sku]
        .join(' ')
        .trimEnd()
    case 'tooMuchWork':
      return `the call was refused: its rules may take ${silent.limit} steps, and this one took ${silent.steps}, the most of all`
    case 'overBudget':
      return explainBudget(silent)
    case 'nothingToConvert': {
      const { of, subtrack, available = '0' } = silent
      const has = of === undefined ? '' : ` (it has ${balanceWords(available, of, subtrack)} to convert)`
      return `its conditions hold, but there was nothing to convert: ${unconvertedWords(silent.why)}${has}`
    }
    case 'short':
      return `it would redeem ${balanceWords(silent.asked, silent.of, silent.subtrack)}, but the card has ${silent.available}`
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
  tier: 'when a card reaches, loses or keeps a level',
}

function explainPeriod({ from, until }: { from?: number; until?: number }, timeZone: string): string {
  const parts = [
    from === undefined ? '' : `from ${formatDateTime(from, timeZone)}`,
    until === undefined ? '' : `until ${formatDateTime(until, timeZone)}`,
  ]
  return `${parts.filter((part) => part !== '').join(' ')} ${timeZone}`
}

function explainBudget({ of, amount, unit, every, spent, asked }: OverBudget): string {
  const name = unit.startsWith('Currency ') || unit.startsWith('Custom ') ? unit.slice(unit.indexOf(' ') + 1) : unit
  const budget = `${of === 'rule' ? 'its' : "its campaign's"} budget of ${amount} ${name}${periodWords(every)}`
  if (asked === undefined) return `${budget} is spent (${spent} so far)`
  return `${budget} has too little left (${spent} so far): it would give ${asked}, all or nothing, because it redeems too`
}

const periodWords = (every: Throttled['every']) =>
  typeof every === 'object' ? ` in ${every.days} days` : every === 'ever' ? '' : ` a ${every}`

const whoseWords: Readonly<Record<Throttled['per'], string>> = {
  card: 'for this card',
  child: 'for this child card',
  location: 'at this location',
  terminal: 'at this terminal',
  code: 'for this code',
  brand: 'in the whole brand',
}

function explainThrottle({ times, per, every, count }: Throttled): string {
  const whose = whoseWords[per]
  const period = typeof every === 'object' ? ` in ${every.days} days` : (sinceWords[every] ?? ` this ${every}`)
  return `limit reached: ${count} of ${times}${period} ${whose}`
}

const sinceWords: Readonly<Record<string, string>> = { ever: '', day: ' today' }

type Window = NonNullable<BrandDocument['campaigns'][number]['rules'][number]['window']>

function windowOf(rule: string, { campaigns }: BrandDocument): Window | undefined {
  const [campaignId, ruleId] = rule.split('/', 2)
  return campaigns.find(({ id }) => id === campaignId)?.rules.find(({ id }) => id === ruleId)?.window
}

/** Its days and hours as the file has them now. */
function windowWords(window: Window | undefined): string {
  if (!window) return 'on its days and hours'
  const { days, from, to } = window
  const named = days.length === 7 ? '' : `on ${orList(days.map((day) => weekdayWords[day] ?? day))}`
  const hours = from === '00:00' && to === '24:00' ? '' : `from ${from} to ${to}`
  return [named, hours].filter((part) => part !== '').join(' ')
}

/** The failed condition as the file has it, for its arguments; undefined if the file has changed since. */
function conditionOf(rule: string, failure: ConditionFailure, { document, names }: Telling): Condition | undefined {
  const [campaignId, ruleId = ''] = rule.split('/', 2)
  const campaign = document.campaigns.find((one) => one.id === campaignId)
  const condition = campaign && conditionAt(campaign, ruleId, failure.path)
  return condition && inCurrency(condition, names.currency)
}
