import type { Place } from '../reading/place.ts'
import { dateTime, flag, idOf, integer, oneOf, text, textLike, timeOfDay } from '../reading/scalars.ts'
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
import { weekdays } from '../rules/facts.ts'
import { period } from '../rules/period.ts'
import { isForReferrer, nameOf, results } from '../rules/results.ts'
import { dateBlock, scheduleBlock, segmentBlock, tierBlock } from '../rules/schedule.ts'

export const triggers = [
  'checkout',
  'date',
  'social',
  'custom',
  'request',
  'message',
  'refer',
  'segment',
  'tier',
] as const
export type Trigger = (typeof triggers)[number]

const slug = textLike(/^[A-Za-z0-9][A-Za-z0-9._-]*$/, 'a short name or a UUID, without spaces', {
  max: 64,
  example: 'spring-bonus',
})

const limit = object(
  {
    times: required(integer(1, 1_000_000_000)),
    per: or(oneOf('card', 'child', 'location', 'terminal', 'code', 'brand'), 'card'),
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
    if (seen.has(name)) at.fault('two limits count the same: only the smaller one can have an effect; remove the other')
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
    if (value.from === value.to || value.from === '24:00')
      at.fault('must begin and end at different times, and begin before 24:00')
  },
)

const option = object({
  id: required(text({ max: 64 })),
  group: optional(text({ max: 64 })),
  maxSelected: or(integer(1, 1000), 1),
  display: orSameAs(text(), 'id'),
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
  option: optional(option),
  // biome-ignore lint/suspicious/noThenProperty: the file's own word; a list, never a function
  then: required(results),
})
export type Rule = Shaped<typeof ruleObject>

const ruleShape = checked(ruleObject, checkRule)

/** Some blocks belong to one trigger, and some results make sense only if a caller waits for the response. */
function checkRule(rule: Rule, at: Place): void {
  const isDate = rule.trigger === 'date'
  if (isDate && (rule.date === undefined) === (rule.schedule === undefined)) {
    at.fault('trigger date needs either date or schedule')
  }
  if (isDate && rule.target === 'child') at.fault('trigger date runs for root cards only', 'target')
  if (!isDate && (rule.date || rule.schedule))
    at.fault(`date and schedule are not allowed with trigger ${rule.trigger}`)
  if ((rule.trigger === 'segment') !== (rule.segment !== undefined)) {
    at.fault(rule.segment ? `segment is not allowed with trigger ${rule.trigger}` : 'trigger segment needs segment')
  }
  checkTier(rule, at)
  checkPeriod(rule, at)
  if (rule.trigger !== 'checkout') {
    for (const path of [...currentIn(rule.when, 'when'), ...currentInResults(rule.then)])
      at.fault(`trigger ${rule.trigger} has no current checkout; leave it out`, path)
  }
  if (rule.option && rule.trigger !== 'checkout') at.fault('only checkouts can choose options', 'option')
  rule.then.forEach((result, index) => {
    const name = nameOf(result)
    const onlyCheckout = name === 'discount' || name === 'block'
    if (onlyCheckout && rule.trigger !== 'checkout') at.fault(`${name} needs trigger checkout`, `then[${index}]`)
    const isDirect = 'notify' in result && result.notify.channel === 'direct'
    if (isDirect && isUnattended(rule)) {
      const what = rule.tier ? `trigger tier with on: ${rule.tier.on}` : `trigger ${rule.trigger}`
      at.fault(`${what} has no response to put a direct message in`, `then[${index}]`)
    }
    if (isForReferrer(result) && !referring.has(rule.trigger)) {
      at.fault(`trigger ${rule.trigger} has no referrer; checkout and refer have`, `then[${index}].${name}.to`)
    }
  })
}

function checkPeriod({ from, until }: { readonly from?: string; readonly until?: string }, at: Place): void {
  if (from && until && from >= until) at.fault('until is not after from')
}

const unattended: ReadonlySet<Trigger> = new Set(['date', 'segment'])
/** A checkout may name the referring card; triggerReferRewards names it as its card. */
const referring: ReadonlySet<Trigger> = new Set(['checkout', 'refer'])

/** A level is reached in a call, but it is lost or kept without one. */
const isUnattended = ({ trigger, tier }: Rule) => unattended.has(trigger) || (tier !== undefined && tier.on !== 'up')

function checkTier({ trigger, tier, target }: Rule, at: Place): void {
  if ((trigger === 'tier') !== (tier !== undefined))
    at.fault(tier ? `tier is not allowed with trigger ${trigger}` : 'trigger tier needs tier: { on: up, level: gold }')
  if (trigger === 'tier' && target !== 'root') at.fault('levels belong to root cards', 'target')
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
    rules: or(list(ruleShape), []),
  }),
  (campaign, at) => {
    checkPeriod(campaign, at)
    checkVariants(campaign, at)
    const other = campaign.rules.find(({ trigger }) => trigger !== 'checkout')
    if (!other) return
    for (const path of currentIn(campaign.when, 'when'))
      at.fault(`rule ${other.id} has trigger ${other.trigger}, which has no current checkout`, path)
  },
)
export type Campaign = Shaped<typeof campaignShape>
