import { formatMinor } from '../../ground/kernel/money.ts'
import type { ValueType } from '../brand/brand.ts'
import type { CompiledRule } from '../campaign/campaigns.ts'
import type { RedeemEffect } from '../campaign/effects.ts'
import type { Silent } from '../campaign/judge.ts'
import { cutRedeem } from '../campaign/limits.ts'
import type { CompiledResult } from '../campaign/results.ts'
import { namedBalance } from '../campaign/trace.ts'
import { bucketOf, ownBucket } from '../card/card.ts'
import { availableOf } from '../card/lots.ts'
import type { Fired, Redemption } from './fired-effect.ts'
import type { RunState } from './run-state.ts'

export const noRedemptions: readonly Redemption[] = []
const balanceKey = ({ id }: ValueType, bucket: string) => `${id} ${bucket}`

/** What rules that have fired are going to redeem after the payments. Others must not count on it. */
export class Pledges {
  private readonly state: RunState
  private byBalance: Map<string, number> | undefined

  constructor(state: RunState, before?: Pledges) {
    this.state = state
    if (before?.byBalance) this.byBalance = new Map(before.byBalance)
  }

  /** As they were, when `before` was made of them. */
  restore(before: Pledges): void {
    this.byBalance = before.byBalance && new Map(before.byBalance)
  }

  /** What the card has of a balance, minus what rules that have fired are going to redeem. */
  spendableOf(valueType: ValueType, bucket = ownBucket): number {
    const { card, clock } = this.state.facts
    const present = card ? availableOf(card, { valueType: valueType.id, bucket }, clock.now) : 0
    return Math.max(0, present - (this.byBalance?.get(balanceKey(valueType, bucket)) ?? 0))
  }

  /** A rule redeems its whole amount or does not fire: missing points cannot be turned into money. */
  findShort(rule: CompiledRule): Silent | undefined {
    for (const redemption of this.redemptionsOf(rule.results)) {
      const short = this.shortOf(redemption)
      if (short) return short
    }
    return undefined
  }

  /**
   * What these results of a rule would redeem now in total, once for each balance. `fixed` leaves out what is computed of
   * the balance itself: that is whatever is left by then.
   */
  redemptionsOf(results: readonly CompiledResult[], which: 'all' | 'fixed' = 'all'): readonly Redemption[] {
    let sums: Redemption[] | undefined
    for (const result of results) {
      const effect = result.name === 'redeem' ? result.effect(this.state.facts) : undefined
      if (effect?.kind !== 'redeem') continue
      const { valueType, bucket } = effect
      if (which === 'fixed' && isOfBalance(result, effect)) continue
      const { amount } = cutRedeem(effect.amount, valueType)
      sums ??= []
      const same = sums.findIndex((one) => one.valueType === valueType && one.bucket === bucket)
      if (same === -1) sums.push({ valueType, bucket, amount })
      else sums[same] = { valueType, bucket, amount: amount + (sums[same]?.amount ?? 0) }
    }
    return sums ?? noRedemptions
  }

  private shortOf({ valueType, bucket, amount }: Redemption): Silent | undefined {
    const available = this.spendableOf(valueType, bucket)
    if (available >= amount) return undefined
    const show = (minor: number) => formatMinor(minor, valueType.scale)
    return { kind: 'short', ...namedBalance({ valueType, bucket }), asked: show(amount), available: show(available) }
  }

  /** Replaces what a rule is going to redeem. */
  replace(fired: Pick<Fired, 'pledge'>, pledge: readonly Redemption[]): void {
    for (const { valueType, bucket, amount } of fired.pledge) this.add(balanceKey(valueType, bucket), -amount)
    for (const { valueType, bucket, amount } of pledge) this.add(balanceKey(valueType, bucket), amount)
    fired.pledge = pledge
  }

  private add(key: string, amount: number): void {
    this.byBalance ??= new Map()
    this.byBalance.set(key, (this.byBalance.get(key) ?? 0) + amount)
  }
}

function isOfBalance({ amount }: CompiledResult, { valueType, bucket }: RedeemEffect): boolean {
  const counted = amount?.ofBalance
  if (counted?.balanceType !== valueType.balanceType) return false
  return (counted.balanceCode ?? '') === valueType.balanceCode && bucketOf(valueType, counted.subtrack) === bucket
}
