import { defined } from '../kernel/defined.ts'
import type { Instant } from '../kernel/time.ts'
import { type CompiledRule, isRunning } from './campaigns.ts'
import { conditionWords } from './condition-words.ts'
import type { Sought } from './lookup.ts'
import { boundOf } from './lookup-bounds.ts'
import { type Dimension, keysOf, necessary } from './lookup-keys.ts'
import type { SilentEntry } from './trace.ts'
import type { Names } from './words/names.ts'

/** A rule that a checkout did not come to. Without a reason, one thing was missing: `why` says which. */
export interface OtherRule {
  readonly rule: CompiledRule
  readonly reason?: string
  readonly why?: string
}

interface Occasion {
  readonly happenedAt: Instant
  readonly hasCard: boolean
  readonly errorCode?: number
  readonly names: Names
  /** A reason in words. */
  readonly tell: (entry: SilentEntry) => string
}

/** Rules are found by something that they require. What they require besides was never looked at. */
export function whyNotFound(rule: CompiledRule, sought: Sought | undefined, call: Occasion): OtherRule {
  const { id, trigger, from, until } = rule
  if (trigger !== 'checkout') {
    const why = call.tell({ rule: id, not: { kind: 'otherTrigger', expected: trigger } })
    return { rule, reason: 'for other triggers', why }
  }
  if (!isRunning(rule, call.happenedAt)) {
    return {
      rule,
      reason: 'not running now',
      why: call.tell({ rule: id, not: defined({ kind: 'notRunning', from, until }) }),
    }
  }
  if (call.errorCode !== undefined) return { rule, reason: 'not looked at before the call was refused' }
  if (!sought) return { rule, reason: 'not part of the file at that time' }
  const reason = reasonOf(sought, call)
  const condition = conditionOf(rule, sought)
  const wanted = condition && conditionWords(condition, call.names)
  if (reason === noCoupon && isAllItNeeds(rule)) return { rule, why: `${wanted?.replace(/^an? /, '')} not presented` }
  return { rule, reason, ...(wanted !== undefined && { why: wanted }) }
}

const noCoupon = 'coupon not presented'

/** Whether the condition that it is found by is the only thing that keeps it from firing. */
function isAllItNeeds({ required, option, isOpen, exclusive, campaign, target }: CompiledRule): boolean {
  const isFree = !option && !isOpen && exclusive === undefined && !campaign.experiment && target !== 'child'
  return isFree && required.length === 1
}

function reasonOf(sought: Sought, { hasCard }: Occasion): string {
  if ('bound' in sought) return 'more would have to be bought'
  const [first] = sought.keys
  const reason = first ? reasons[first.dimension] : undefined
  return reason === forOthers && !hasCard ? 'need a card' : (reason ?? 'something that they require was missing')
}

const forOthers = 'for other cards'

const reasons: Readonly<Record<Dimension, string>> = {
  couponSet: noCoupon,
  couponTag: noCoupon,
  coupon: noCoupon,
  keyValue: 'a value was not given',
  sku: 'product not bought',
  parent: 'product not bought',
  category: 'product not bought',
  cardSet: forOthers,
  program: forOthers,
  location: 'for other locations',
  locationGroup: 'for other locations',
  callType: 'for other calls',
}

/** The condition that a rule is found by. */
function conditionOf({ required }: CompiledRule, sought: Sought) {
  return necessary(required).find((condition) => {
    if ('bound' in sought) return boundOf(condition)?.least === sought.bound.least
    const keys = keysOf(condition)
    return keys?.length === sought.keys.length && keys.every(({ value }, index) => value === sought.keys[index]?.value)
  })
}
