import type { NoEffectReason } from '../../domain/campaign/effects.ts'
import type { Unfulfilled } from '../../domain/campaign/trace.ts'
import type { Call } from '../../domain/decision/call.ts'
import type { Log } from '../../ground/log/log.ts'

const quietMs = 3_600_000
/** More rules than this are never in trouble at once; whatever is forgotten is merely told again. */
const keptMax = 10_000

/** The call in which it came up. */
interface AlertedCall {
  readonly brand: { readonly id: string }
  readonly call: Call
}

/**
 * Tells the operator of rules that could not give what they promise, such as a coupon of a set that has none left: once an
 * hour for each rule and reason, however many customers it meets.
 */
export class RuleAlerts {
  private readonly toldAt = new Map<string, number>()
  private readonly log: Log
  private readonly nowMs: () => number

  constructor(log: Log, nowMs: () => number) {
    this.log = log
    this.nowMs = nowMs
  }

  warn({ brand, call }: AlertedCall, unfulfilled: readonly Unfulfilled[]): void {
    for (const one of unfulfilled) {
      const key = JSON.stringify([brand.id, one.rule, one.result, one.reason])
      if (this.isQuiet(key)) continue
      this.log.warn('rule.unfulfilled', { brand: brand.id, requestRef: call.ref, text: wordsOf(one) })
    }
  }

  private isQuiet(key: string): boolean {
    const now = this.nowMs()
    const before = this.toldAt.get(key)
    if (before !== undefined && now - before < quietMs) return true
    this.toldAt.delete(key)
    this.toldAt.set(key, now)
    const [oldest] = this.toldAt.keys()
    if (this.toldAt.size > keptMax && oldest !== undefined) this.toldAt.delete(oldest)
    return false
  }
}

function wordsOf({ rule, result, of, reason }: Unfulfilled): string {
  const what = result === 'allocateCoupon' ? `a coupon of ${of ?? 'its set'}` : `${of ?? result} to a referrer`
  return `The rule ${rule} fired, but could not give ${what}: ${words[reason] ?? reason}. Nobody was told that they got it.`
}

const words: Partial<Record<NoEffectReason, string>> = {
  depleted: 'the set has no coupons left, or is switched off; add coupons, or switch the rule off',
  locked: "the referrer's card was locked by a checkout",
  lost: "the referrer's card can no longer be used",
  full: "the referrer's card had no room left for it",
}
