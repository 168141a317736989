import { defined } from '../../ground/kernel/defined.ts'
import type { Instant } from '../../ground/kernel/time.ts'
import { type CompiledRule, isRunning } from '../campaign/campaigns.ts'
import type { LookupBasis } from '../campaign/lookup.ts'
import { boundOf } from '../campaign/lookup-bounds.ts'
import { type Dimension, keysOf, necessary } from '../campaign/lookup-keys.ts'
import type { SilentEntry } from '../campaign/trace.ts'
import { conditionWords } from './condition-words.ts'
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
export function whyNotFound(rule: CompiledRule, sought: LookupBasis | undefined, call: Occasion): OtherRule {
  const { id, trigger, from, until } = rule
  const { standings } = call.names.words
  if (trigger !== 'checkout') {
    const why = call.tell({ rule: id, not: { kind: 'otherTrigger', expected: trigger } })
    return { rule, reason: standings.kinds.otherTrigger, why }
  }
  if (!isRunning(rule, call.happenedAt)) {
    return {
      rule,
      reason: standings.kinds.notRunning,
      why: call.tell({ rule: id, not: defined({ kind: 'notRunning', from, until }) }),
    }
  }
  if (call.errorCode !== undefined) return { rule, reason: standings.notLookedAt }
  if (!sought) return { rule, reason: standings.notInFile }
  const condition = conditionOf(rule, sought)
  const wanted = condition && conditionWords(condition, call.names)
  if (isOfCoupon(sought) && isAllItNeeds(rule)) return { rule, why: standings.notPresented(wanted ?? '') }
  return { rule, reason: reasonOf(sought, call), ...(wanted !== undefined && { why: wanted }) }
}

const ofCoupons: ReadonlySet<Dimension> = new Set(['couponSet', 'couponTag', 'coupon'])

const isOfCoupon = (sought: LookupBasis) => 'keys' in sought && ofCoupons.has(sought.keys[0]?.dimension ?? 'sku')

/** Whether the condition that it is found by is the only thing that keeps it from firing. */
function isAllItNeeds({ required, option, isOpen, exclusive, contest, campaign, target }: CompiledRule): boolean {
  const isFree = !option && !isOpen && exclusive === undefined && !contest && !campaign.experiment && target !== 'child'
  return isFree && required.length === 1
}

function reasonOf(sought: LookupBasis, { hasCard, names }: Occasion): string {
  const { standings } = names.words
  if ('bound' in sought) return standings.buyMore
  const [first] = sought.keys
  if (!first) return standings.somethingMissing
  return ofCards.has(first.dimension) && !hasCard ? standings.needCard : standings.dimensions[first.dimension]
}

const ofCards: ReadonlySet<Dimension> = new Set(['cardSet', 'program'])

/** The condition that a rule is found by. */
function conditionOf({ required }: CompiledRule, sought: LookupBasis) {
  return necessary(required).find((condition) => {
    if ('bound' in sought) return boundOf(condition)?.least === sought.bound.least
    const keys = keysOf(condition)
    return keys?.length === sought.keys.length && keys.every(({ value }, index) => value === sought.keys[index]?.value)
  })
}
