import { currencyScale } from '../../../ground/kernel/currency.ts'
import { compareRatios } from '../../../ground/kernel/ratio.ts'
import type { CompiledRule } from '../../campaign/campaigns.ts'
import type { FiredRules } from '../../campaign/fired-rules.ts'
import type { Outbid, Silent } from '../../campaign/judge.ts'
import { apart } from './choose.ts'
import { type Gift, Trial } from './trial.ts'

interface Contention {
  /** The rule that would fire next. */
  readonly rule: CompiledRule
  /** What has fired and does not stand beside it, and what does. */
  readonly clashes: readonly CompiledRule[]
  readonly others: readonly CompiledRule[]
}

/** How often the discounts of a call may begin anew. After that whoever was barred stays barred. */
const roundsMax = 32

/** Rules of a call that do not fire, each because of a better one that they do not stand beside. */
export class Bars {
  private readonly byRule = new Map<string, Outbid>()
  private hasNew = false
  private rounds = 0

  /** Whether a better rule has come up in this round, so that nothing else of it counts. */
  get isPending(): boolean {
    return this.hasNew
  }

  of({ id }: CompiledRule): Silent | undefined {
    return this.byRule.get(id)
  }

  /**
   * Whether the discounts have to begin anew: somebody was barred, or whoever barred somebody did not fire in the end.
   */
  isChanged(fired: FiredRules): boolean {
    const isIdle = ({ by }: Outbid) => !fired.has(by)
    const idle = [...this.byRule].filter(([, bar]) => isIdle(bar)).map(([id]) => id)
    const isChanged = this.hasNew || idle.length > 0
    this.hasNew = false
    this.rounds += 1
    if (this.rounds < roundsMax) for (const id of idle) this.byRule.delete(id)
    return isChanged && this.rounds <= roundsMax
  }

  /** Why the rule does not fire; undefined if it is better than all that it clashes with, which are barred then. */
  contend(start: Trial, { rule, clashes, others }: Contention): Silent | undefined {
    const ground = new Trial(start)
    if (others.length > 0) ground.measure(others, 'customer')
    const own = new Trial(ground).measure([rule], 'customer')
    const theirs = new Trial(ground).measure(clashes, 'customer')
    const [first] = clashes
    const isBetter = own && theirs && compareRatios(own.worth, theirs.worth) > 0
    if (!isBetter || this.rounds >= roundsMax) return outbid(start, first, own, theirs)
    for (const { id } of clashes) this.byRule.set(id, outbid(start, rule, theirs, own))
    this.hasNew = true
    return undefined
  }
}

function outbid({ context }: Trial, by: CompiledRule | undefined, less?: Gift, more?: Gift): Outbid {
  const currency = { name: context.brand.currency, scale: currencyScale(context.brand.currency) }
  const distance = less && more ? apart({ gift: less }, { gift: more }, currency) : {}
  return { kind: 'outbid', best: 'customer', by: by?.id ?? '', of: 'rule', ...distance }
}
