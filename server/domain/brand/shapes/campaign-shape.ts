import type { Place } from '../reading/place.ts'
import { dateTime, flag, idOf, integer, oneOf, reference, text, textLike, timeOfDay } from '../reading/scalars.ts'
import {
  checked,
  distinct,
  list,
  object,
  oneOrList,
  optional,
  or,
  orSameAs,
  required,
  type Shaped,
} from '../reading/shape.ts'
import { budget } from '../rules/budget.ts'
import { conditions } from '../rules/conditions.ts'
import { currentIn, currentInResults } from '../rules/current-checkout.ts'
import { checkVariants, holdout, variantName, variants } from '../rules/experiment.ts'
import { period } from '../rules/period.ts'
import { isForReferrer, nameOf, results } from '../rules/results.ts'
import { dateBlock, scheduleBlock, segmentBlock, tierBlock } from '../rules/schedule.ts'
import { weekdays } from '../rules/weekdays.ts'
import { combines } from './discount-kind.ts'
import { spoken } from './spoken-shape.ts'

export const triggers = [
  'checkout',
  'date',
  'social',
  'custom',
  'request',
  'message',
  'refer',
  'choice',
  'segment',
  'tier',
] as const
export type Trigger = (typeof triggers)[number]

const slug = textLike(/^[A-Za-z0-9][A-Za-z0-9._-]*$/, 'shortNameOrUuid', {
  max: 64,
  example: 'spring-bonus',
})

/** What a limit counts by. */
const limitPers = [
  ...(['card', 'child', 'customer', 'email', 'phone', 'device'] as const),
  ...(['location', 'terminal', 'employee', 'code', 'brand'] as const),
] as const

const limit = object(
  {
    times: required(integer(1, 1_000_000_000)),
    per: or(oneOf(...limitPers), 'card'),
    every: or(period, 'ever'),
  },
  '{ times: 3, per: card, every: day }',
)

export type Limit = Shaped<typeof limit>

/** Each limit is counted whenever its rule is about to fire. */
const limitsMax = 10
const limits = checked(oneOrList(limit, { max: limitsMax, named: false }), (value, at) => {
  const seen = new Set<string>()
  for (const { per, every } of [value].flat()) {
    const name = `${per} ${typeof every === 'object' ? every.days : every}`
    if (seen.has(name)) at.fault('limitsSame')
    seen.add(name)
  }
})

const window = checked(
  object(
    {
      days: or(distinct(oneOf(...weekdays), { min: 1 }), weekdays),
      from: or(timeOfDay, '00:00'),
      to: or(timeOfDay, '24:00'),
    },
    '{ days: [mon, tue], from: "07:00", to: "11:00" }',
  ),
  (value, at) => {
    if (value.from === value.to || value.from === '24:00') at.fault('windowEmpty')
  },
)

const option = object({
  id: required(text({ max: 64 })),
  group: optional(text({ max: 64 })),
  maxSelected: or(integer(1, 1000), 1),
  display: orSameAs(spoken(text()), 'id'),
})

const ruleId = checked(slug, (_id, at) => {
  const name = at.labels.slice(-2).join('/')
  at.define('rule', name)
})

const ruleObject = object({
  id: required(ruleId),
  name: orSameAs(text(), 'id'),
  trigger: required(oneOf(...triggers)),
  date: optional(dateBlock),
  schedule: optional(scheduleBlock),
  segment: optional(segmentBlock),
  tier: optional(tierBlock),
  from: optional(dateTime),
  until: optional(dateTime),
  target: or(oneOf('root', 'child', 'any'), 'root'),
  variant: optional(variantName),
  when: or(conditions, []),
  limit: optional(limits),
  budget: optional(budget),
  window: optional(window),
  exclusive: optional(text({ max: 64 })),
  group: optional(reference('promotionGroup')),
  combines: optional(combines),
  option: optional(option),
  // biome-ignore lint/suspicious/noThenProperty: the file's own word; a list, never a function
  then: required(results),
})
export type Rule = Shaped<typeof ruleObject>

const ruleShape = checked(ruleObject, checkRule)

/** Some blocks belong to one trigger, and some results make sense only if a caller waits for the response. */
function checkRule(rule: Rule, at: Place): void {
  const isDate = rule.trigger === 'date'
  const { trigger } = rule
  if (isDate && (rule.date === undefined) === (rule.schedule === undefined)) at.fault('dateMissing')
  if (isDate && rule.target === 'child') at.faultAt('target', 'dateOfRoots')
  if (!isDate && (rule.date || rule.schedule)) at.fault('dateExtra', { trigger })
  if (trigger === 'segment' && !rule.segment) at.fault('segmentMissing')
  if (trigger !== 'segment' && rule.segment) at.fault('segmentExtra', { trigger })
  checkTier(rule, at)
  checkPeriod(rule, at)
  if (rule.trigger !== 'checkout') {
    for (const path of [...currentIn(rule.when, 'when'), ...currentInResults(rule.then)])
      at.faultAt(path, 'triggerWithoutCheckout', { trigger })
  }
  if (rule.option && rule.trigger !== 'checkout') at.faultAt('option', 'optionsOfCheckouts')
  rule.then.forEach((result, index) => {
    const name = nameOf(result)
    const onlyCheckout = name === 'discount' || name === 'block' || name === 'addProduct'
    if (onlyCheckout && rule.trigger !== 'checkout') at.faultAt(`then[${index}]`, 'needsCheckout', { result: name })
    const isDirect = 'notify' in result && result.notify.channel === 'direct'
    if (isDirect && isUnattended(rule)) {
      const what = rule.tier ? { trigger: 'tier', on: rule.tier.on } : { trigger }
      at.faultAt(`then[${index}]`, 'noResponse', what)
    }
    if (isForReferrer(result) && !referring.has(trigger))
      at.faultAt(`then[${index}].${name}.to`, 'noReferrer', { trigger })
  })
}

function checkPeriod({ from, until }: { readonly from?: string; readonly until?: string }, at: Place): void {
  if (from && until && from >= until) at.fault('untilNotAfter')
}

const unattended: ReadonlySet<Trigger> = new Set(['date', 'segment'])
/** A checkout may name the referring card; triggerReferRewards names it as its card. */
const referring: ReadonlySet<Trigger> = new Set(['checkout', 'refer'])

/** A level is reached in a call, but it is lost or kept without one. */
const isUnattended = ({ trigger, tier }: Rule) => unattended.has(trigger) || (tier !== undefined && tier.on !== 'up')

function checkTier({ trigger, tier, target }: Rule, at: Place): void {
  if (trigger === 'tier' && !tier) at.fault('tierMissing')
  if (trigger !== 'tier' && tier) at.fault('tierExtra', { trigger })
  if (trigger === 'tier' && target !== 'root') at.faultAt('target', 'levelsOfRoots')
}

/** Whether a rule stands in a contest of its own or in its campaign's has to be one of the two. */
function checkGroups({ group, rules }: { readonly group?: string; readonly rules: readonly Rule[] }, at: Place): void {
  for (const rule of rules) {
    if (group !== undefined && rule.group !== undefined) at.faultAt(`rules[${rule.id}].group`, 'groupTwice', { group })
    const name = rule.group ?? group
    const isBlock = rule.then.some((result) => 'block' in result)
    if (isBlock && name !== undefined) at.faultAt(`rules[${rule.id}].then`, 'blockCompetes', { group: name })
  }
}

export const campaignShape = checked(
  object({
    id: required(idOf('campaign', slug)),
    name: orSameAs(text(), 'id'),
    active: or(flag, true),
    from: optional(dateTime),
    until: optional(dateTime),
    priority: or(integer(-1_000_000, 1_000_000), 100),
    holdout: optional(holdout),
    variants: optional(variants),
    when: or(conditions, []),
    budget: optional(budget),
    group: optional(reference('promotionGroup')),
    combines: optional(combines),
    rules: or(list(ruleShape), []),
  }),
  (campaign, at) => {
    checkPeriod(campaign, at)
    checkVariants(campaign, at)
    checkGroups(campaign, at)
    const other = campaign.rules.find(({ trigger }) => trigger !== 'checkout')
    if (!other) return
    for (const path of currentIn(campaign.when, 'when'))
      at.faultAt(path, 'ruleWithoutCheckout', { rule: other.id, trigger: other.trigger })
  },
)
export type Campaign = Shaped<typeof campaignShape>
