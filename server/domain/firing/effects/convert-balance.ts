import assert from 'node:assert/strict'
import { defined } from '../../../ground/kernel/defined.ts'
import { isRefusal } from '../../../ground/kernel/errors.ts'
import { formatMinor } from '../../../ground/kernel/money.ts'
import { valueTypeName } from '../../brand/shapes/program-shape.ts'
import type { CompiledRule } from '../../campaign/campaigns.ts'
import { type PlannedConversion, planConversion } from '../../campaign/conversion.ts'
import type { ConvertEffect } from '../../campaign/effects.ts'
import { type EffectSummary, namedBalance, summarize } from '../../campaign/trace.ts'
import type { CardBook } from '../../card/book.ts'
import type { Purse } from '../../card/card.ts'
import { totalOf } from '../../card/lots.ts'
import { redeem } from '../../card/movements.ts'
import { type FiredEffect, nothingOf, originOf } from '../fired-effect.ts'
import type { Run } from '../run.ts'
import { record, spendOnLots } from './move-balance.ts'

/** Redeems whole steps and issues as many: never one side of a step without the other. */
export function convertBalance(run: Run, firedEffect: FiredEffect<ConvertEffect>): EffectSummary {
  const { effect, fired } = firedEffect
  const { holder } = run.state
  const book = run.state.bookOf(holder)
  if (!book) return nothingOf(firedEffect, 'noCard')
  const planned = planFor(run, book, effect, fired.rule)
  const { from, to, expiresAt } = effect
  const { redeemed, issued, cut: cappedBy } = planned
  if (planned.steps > 0) {
    const origin = originOf(firedEffect)
    const { now } = run.context
    const [source, target] = [purseOf(from), purseOf(to)]
    const taken = redeem(book, { purse: source, amount: redeemed, kind: 'Campaign', now, origin })
    assert(!isRefusal(taken), 'no more is converted than the card has')
    run.budgets.charge(fired.rule, valueTypeName(to.valueType), { amount: issued, scale: to.valueType.scale })
    book.issue(defined({ ...target, amount: issued, returnRelated: false, expiresAt }), 'Campaign', origin)
    record(run, firedEffect, { kind: 'redeem', holder, ...source, amount: -redeemed, step: from.step })
    const made = { kind: 'issue', holder, ...target, amount: issued, step: to.step } as const
    record(run, firedEffect, defined({ ...made, expiresAt }))
    fired.mutation = { amount: issued, scale: to.valueType.scale, holder, valueType: to.valueType }
  }
  const into = { amount: formatMinor(issued, to.valueType.scale), ...namedBalance(to) }
  return summarize(effect, defined({ amount: redeemed, scale: from.valueType.scale, into, cappedBy }))
}

/** What a conversion would come to now. */
export function planFor(run: Run, { card }: CardBook, effect: ConvertEffect, rule: CompiledRule): PlannedConversion {
  const { from, to } = effect
  spendOnLots(run, card)
  return planConversion(effect, {
    available: run.pledges.spendableOf(from.valueType, from.bucket),
    targetTotal: totalOf(card, purseOf(to), run.context.now),
    budget: run.budgets.roomFor(rule, valueTypeName(to.valueType), to.valueType.scale),
  })
}

const purseOf = ({ valueType, bucket }: ConvertEffect['from']): Purse => ({ valueType: valueType.id, bucket })
