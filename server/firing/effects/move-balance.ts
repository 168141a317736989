import type { IssueEffect, RedeemEffect } from '../../campaign/effects.ts'
import { cutIssue, cutRedeem } from '../../campaign/limits.ts'
import { type EffectSummary, summarize } from '../../campaign/trace.ts'
import { type Card, lockOf, ownBucket, type Purse, subtrackBucket } from '../../card/card.ts'
import { isUsable } from '../../card/guard.ts'
import { totalOf } from '../../card/lots.ts'
import { issue, redeem } from '../../card/movements.ts'
import type { BalanceMutation, Holder } from '../../checkout/record.ts'
import type { Refusal } from '../../kernel/errors.ts'
import type { Instant } from '../../kernel/time.ts'
import { type Act, nothingOf, originOf } from '../carry-out.ts'
import type { RuleRun } from '../rule-run.ts'

/** What the value type's limits leave of the amount goes into a lot of its own. */
export function issueBalance(run: RuleRun, act: Act<IssueEffect>): EffectSummary {
  const { effect, fired } = act
  const holder = effect.to === 'card' ? run.scene.holder : effect.to
  const book = run.scene.bookOf(holder)
  if (!book) return nothingOf(act, 'noCard')
  if (holder === 'referrer' && !mayReceive(book.card, run.surroundings.now)) return nothingOf(act, 'locked')
  const { valueType, expiresAt, activeAt, returnRelated } = effect
  const { now } = run.surroundings
  const purse = { valueType: valueType.id, bucket: bucketOf(effect) }
  const { amount, cut } = cutIssue(effect.amount, valueType, totalOf(book.card, purse, now))
  const lot = {
    returnRelated,
    ...(expiresAt !== undefined && { expiresAt }),
    ...(activeAt !== undefined && { activeAt }),
  }
  const origin = originOf(act)
  const refusal =
    amount > 0 ? issue(book, valueType, { purse, amount, kind: 'Campaign', now, origin, ...lot }) : undefined
  const given = refusal ? 0 : amount
  if (given > 0) {
    const { returnRelated: _, ...dates } = lot
    record(run, act, {
      kind: 'issue',
      holder,
      ...purse,
      amount: given,
      ...dates,
      ...(returnRelated && { returnRelated }),
    })
    fired.mutation = { amount: given, scale: valueType.scale }
  }
  const cappedBy = refusal ? 'maxBalance' : cut
  return summarize(effect, { amount: given, scale: valueType.scale, ...(cappedBy && { cappedBy }) })
}

/** A referrer who is in a checkout of their own, or whose card can no longer be used, is left alone. */
export function mayReceive(card: Card, now: Instant): boolean {
  return isUsable(card, now) && !lockOf(card, now)
}

function bucketOf({ subtrack, valueType }: IssueEffect): string {
  return subtrack === undefined ? ownBucket : subtrackBucket(valueType.subtracks.indexOf(subtrack) + 1)
}

/** Payments may have used what was there when the rule fired: then the call as a whole is refused. */
export function redeemBalance(run: RuleRun, act: Act<RedeemEffect>): EffectSummary | Refusal {
  const { effect, fired } = act
  const book = run.scene.bookOf(run.scene.holder)
  if (!book) return nothingOf(act, 'noCard')
  const { valueType } = effect
  const { now } = run.surroundings
  const purse = { valueType: valueType.id, bucket: ownBucket }
  const { amount, cut: cappedBy } = cutRedeem(effect.amount, valueType)
  const taken = redeem(book, { purse, amount, kind: 'Campaign', now, origin: originOf(act) })
  if ('kind' in taken) return taken
  if (amount > 0) {
    record(run, act, { kind: 'redeem', holder: run.scene.holder, ...purse, amount: -amount })
    fired.mutation = { amount, scale: valueType.scale }
  }
  return summarize(effect, { amount, scale: valueType.scale, ...(cappedBy && { cappedBy }) })
}

type Moved = Purse & Omit<BalanceMutation, 'origin' | 'ofLines'> & { readonly holder: Holder }

function record(run: RuleRun, act: Act<IssueEffect | RedeemEffect>, moved: Moved): void {
  const ofLines = linesOf(run, act.effect)
  run.happened.mutations.push({ ...moved, origin: originOf(act), ...(ofLines && { ofLines }) })
  run.scene.showCard()
}

/** The lines that an amount counted: it is returned with them. */
function linesOf(run: RuleRun, { ofProducts }: IssueEffect | RedeemEffect): BalanceMutation['ofLines'] {
  const { basket } = run.happened
  if (!ofProducts || !basket) return undefined
  const { lines } = basket.goods.select(ofProducts.where)
  return lines.map((line) => ({ line, units: String(basket.lines[line]?.quantity ?? 0n) }))
}
