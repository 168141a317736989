import { compareRatios, type Ratio } from '../../../ground/kernel/ratio.ts'
import type { CompiledRule } from '../../campaign/campaigns.ts'
import type { FiredRules } from '../../campaign/fired-rules.ts'
import type { Outbid, Silent } from '../../campaign/judge.ts'
import { apart } from './choose.ts'
import { clashesOf } from './combination.ts'
import { type Gift, Trial } from './trial.ts'

interface Contention {
  /** The rule that would fire next. */
  readonly rule: CompiledRule
  /** What has fired and does not stand beside it, and what does. */
  readonly clashes: readonly CompiledRule[]
  readonly others: readonly CompiledRule[]
}

interface Bar {
  readonly rule: CompiledRule
  readonly by: CompiledRule
  /** What the rule would have given, with those that gave way together with it. */
  readonly worth: Ratio
  readonly why: Outbid
}

/** How often the discounts of a call may begin anew. After that what stands stays. */
const roundsMax = 32

/** Rules of a call that do not fire, each because of a better one that they do not stand beside. */
export class Bars {
  private readonly byRule = new Map<string, Bar>()
  /** What was barred at the end of each round: what was so before would be so again and again. */
  private readonly seen = new Set<string>()
  private hasNew = false
  private rounds = 0

  /** Whether a better rule has come up in this round, so that nothing else of it counts. */
  get isPending(): boolean {
    return this.hasNew
  }

  of({ id }: CompiledRule): Silent | undefined {
    return this.byRule.get(id)?.why
  }

  /** Whether the discounts have to begin anew: somebody was barred, or whoever barred somebody did not fire in the end. */
  isChanged(fired: FiredRules): boolean {
    this.rounds += 1
    const isNew = this.hasNew
    this.hasNew = false
    if (isNew) return true
    const idle = [...this.byRule.values()].filter(({ by }) => !fired.has(by.id))
    const now = [...this.byRule.values()].map(({ rule, by }) => `${rule.id} ${by.id}`).join('\n')
    if (idle.length === 0 || this.rounds >= roundsMax || this.seen.has(now)) return false
    this.seen.add(now)
    for (const { rule } of idle) this.byRule.delete(rule.id)
    return true
  }

  /** Why the rule does not fire; undefined if it is better than all that it clashes with, which are barred then. */
  contend(start: Trial, { rule, clashes, others }: Contention): Silent | undefined {
    const ground = new Trial(start)
    if (others.length > 0) ground.measure(others, 'customer')
    const own = new Trial(ground).measure([rule], 'customer')
    const theirs = new Trial(ground).measure(clashes, 'customer')
    const [first] = clashes
    if (!first) return undefined
    if (!own || !theirs || compareRatios(own.worth, theirs.worth) <= 0) return outbid(start, first, own, theirs)
    if (this.rounds >= roundsMax) return { ...outbid(start, first, own, theirs), crowd: this.rounds }
    for (const clash of clashes) this.bar(start, clash, rule, theirs.worth, own)
    this.settleFollowers(start, rule, own, new Set(clashes))
    this.hasNew = true
    return undefined
  }

  /** Those that gave way to somebody who gives way now do so to the better one, or come back if they stand beside it. */
  private settleFollowers(start: Trial, by: CompiledRule, gift: Gift, gone: ReadonlySet<CompiledRule>): void {
    for (const { rule, by: former, worth } of [...this.byRule.values()]) {
      if (!gone.has(former)) continue
      const { combine } = start.context.brand.document.promotions ?? {}
      if (clashesOf(rule, [by], combine).length === 0) this.byRule.delete(rule.id)
      else this.bar(start, rule, by, worth, gift)
    }
  }

  private bar(start: Trial, rule: CompiledRule, by: CompiledRule, worth: Ratio, gift: Gift): void {
    this.byRule.set(rule.id, { rule, by, worth, why: outbid(start, by, { worth, rules: [rule] }, gift) })
  }
}

function outbid({ reckoning }: Trial, by: CompiledRule, less?: Gift, more?: Gift): Outbid {
  const distance = less && more ? apart({ gift: less }, { gift: more }, reckoning.currency) : {}
  return { kind: 'outbid', best: 'customer', by: by.id, of: 'rule', ...distance }
}
