import { defined } from '../../../ground/kernel/defined.ts'
import { isRefusal, type Refusal } from '../../../ground/kernel/errors.ts'
import type { Minor } from '../../../ground/kernel/money.ts'
import type { Instant } from '../../../ground/kernel/time.ts'
import { valueTypeName } from '../../brand/shapes/program-shape.ts'
import type { CompiledRule } from '../../campaign/campaigns.ts'
import type { ConvertEffect, IssueEffect, RedeemEffect } from '../../campaign/effects.ts'
import { cutIssue, cutRedeem } from '../../campaign/limits.ts'
import { type EffectSummary, summarize } from '../../campaign/trace.ts'
import { type Card, lockOf, type Purse } from '../../card/card.ts'
import { isUsable } from '../../card/guard.ts'
import { totalOf } from '../../card/lots.ts'
import { redeem } from '../../card/movements.ts'
import type { BalanceMutation, Holder } from '../../checkout/record.ts'
import { type FiredEffect, nothingOf, originOf } from '../fired-effect.ts'
import type { Run } from '../run.ts'

/** Issues what the value type's limits leave of the amount, as a new lot. */
export function issueBalance(run: Run, firedEffect: FiredEffect<IssueEffect>): EffectSummary {
  const { effect, fired } = firedEffect
  const holder = effect.to === 'card' ? holderOf(run, fired) : effect.to
  const book = run.state.bookOf(holder)
  if (!book) return nothingOf(firedEffect, 'noCard')
  const obstacle = holder === 'referrer' ? obstacleTo(book.card, run.context.now) : undefined
  if (obstacle) return nothingOf(firedEffect, obstacle)
  const { valueType, expiresAt, returnRelated } = effect
  const activeAt = activeFrom(run, firedEffect)
  if (expiresAt !== undefined && activeAt !== undefined && expiresAt <= activeAt)
    return nothingOf(firedEffect, 'expired')
  const purse = { valueType: valueType.id, bucket: effect.bucket }
  const { amount, cappedBy } = takeIssuable(run, { rule: fired.rule, effect, card: book.card })
  if (amount > 0) {
    const dates = expiresAt === undefined && activeAt === undefined ? noDates : defined({ expiresAt, activeAt })
    const origin = originOf(firedEffect)
    book.issue({ ...purse, returnRelated, ...dates, amount }, 'Campaign', origin)
    const moved = { kind: 'issue', holder, ...purse, amount, ...dates } as const
    record(run, firedEffect, returnRelated ? { ...moved, returnRelated } : moved, origin)
    fired.mutation = { amount, scale: valueType.scale, holder, valueType }
    fired.gaveReferrerLast = holder === 'referrer'
    if (holder === 'referrer') fired.toReferrer = { ...fired.toReferrer, mutation: fired.mutation }
  }
  return summarize(effect, { amount, scale: valueType.scale, ...(cappedBy && { cappedBy }) })
}

/** What a referral gives can be used when nobody is going to return the purchase any more. */
function activeFrom({ state, context }: Run, { effect, fired }: FiredEffect<IssueEffect>): Instant | undefined {
  const { graceDays = 0 } = context.brand.document.referrals ?? {}
  if (graceDays === 0 || !state.facts.hasReferrer || !fired.rule.isOfReferral) return effect.activeAt
  return Math.max(effect.activeAt ?? 0, context.clock.after({ days: graceDays }))
}

interface Issuing {
  readonly rule: CompiledRule
  readonly effect: IssueEffect
  readonly card: Card
  /** What the card is going to have on top of what it has. */
  readonly pending?: Minor
}

/** What the value type's limits and the rule's budgets leave of an amount. It is taken of the budgets. */
export function takeIssuable(
  run: Run,
  { rule, effect, card, pending = 0 }: Issuing,
): { amount: Minor; cappedBy?: string } {
  const { valueType, bucket } = effect
  spendOnLots(run, card)
  const of = valueTypeName(valueType)
  const room = run.budgets.roomFor(rule, of, valueType.scale)
  const total = totalOf(card, { valueType: valueType.id, bucket }, run.context.now) + pending
  const whole = cutIssue(effect.amount, valueType, total)
  const isCut = whole.amount > room
  const { amount, cut } = isCut ? cutIssue(room, valueType, total) : whole
  const cappedBy = isCut ? (cut ?? 'budget') : cut
  run.budgets.charge(rule, of, { amount, scale: valueType.scale })
  return cappedBy === undefined ? { amount } : { amount, cappedBy }
}

const noDates = {}

/** Levels belong to root cards, and so does what is given for them. */
export const holderOf = (run: Run, { rule }: Pick<FiredEffect['fired'], 'rule'>) =>
  rule.trigger === 'tier' ? 'root' : run.state.holder

/** A referrer's card that is locked by a checkout, or can no longer be used, is left alone. */
export function obstacleTo(card: Card, now: Instant): 'locked' | 'lost' | undefined {
  if (!isUsable(card, now)) return 'lost'
  return lockOf(card, now) ? 'locked' : undefined
}

/** If payments have used the balance since the rule fired, the whole call is refused. */
export function redeemBalance(run: Run, firedEffect: FiredEffect<RedeemEffect>): EffectSummary | Refusal {
  const { effect, fired } = firedEffect
  const book = run.state.bookOf(run.state.holder)
  if (!book) return nothingOf(firedEffect, 'noCard')
  const { valueType } = effect
  const { now } = run.context
  const purse = { valueType: valueType.id, bucket: effect.bucket }
  spendOnLots(run, book.card)
  const { amount, cut: cappedBy } = cutRedeem(effect.amount, valueType)
  const taken = redeem(book, { purse, amount, kind: 'Campaign', now, origin: originOf(firedEffect) })
  if (isRefusal(taken)) return taken
  if (amount > 0) {
    const { holder } = run.state
    record(run, firedEffect, { kind: 'redeem', holder, ...purse, amount: -amount })
    fired.mutation = { amount, scale: valueType.scale, holder, valueType }
    fired.gaveReferrerLast = false
  }
  return summarize(effect, { amount, scale: valueType.scale, ...(cappedBy && { cappedBy }) })
}

type MovedBalance = Purse & Omit<BalanceMutation, 'origin' | 'ofLines' | 'shareBy'> & { readonly holder: Holder }
type MovingEffect = IssueEffect | RedeemEffect | ConvertEffect

/** Keeps a movement with the call, and shows it to the rules that come later. */
export function record(
  run: Run,
  firedEffect: FiredEffect<MovingEffect>,
  moved: MovedBalance,
  origin = originOf(firedEffect),
): void {
  const ofLines = linesOf(run, firedEffect.effect)
  const shareBy = ofLines && firedEffect.effect.ofProducts?.shareBy
  run.result.mutations.push(ofLines ? defined({ ...moved, origin, ofLines, shareBy }) : { ...moved, origin })
  run.state.showCard()
}

/** A movement looks through the lots of its card, and makes a new list of them. */
export function spendOnLots(run: Run, { lots }: Card): void {
  run.context.work.spend(lots.length / lotsPerStep)
}

const lotsPerStep = 6

/** Each is stored with what was issued. */
const stepsPerLine = 8

/** The lines that an amount counted: it is returned with them. What counted none is of the sale as a whole. */
function linesOf(run: Run, { ofProducts }: MovingEffect): BalanceMutation['ofLines'] {
  const { basket } = run.result
  if (!ofProducts || !basket) return undefined
  const { where, orWhere = [] } = ofProducts
  const [first, ...others] = [where, ...orWhere].map((one) => basket.goods.select(one).lines)
  const lines =
    others.length === 0 ? (first ?? []) : [...new Set([...(first ?? []), ...others.flat()])].toSorted((a, b) => a - b)
  if (lines.length === 0) return undefined
  run.context.work.spend(stepsPerLine * lines.length)
  return lines.map((line) => ({ line, units: String(basket.lines[line]?.quantity ?? 0n) }))
}
