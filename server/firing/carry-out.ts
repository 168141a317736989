import type { Effect, NoEffectReason } from '../campaign/effects.ts'
import type { NewEvent } from '../campaign/kept-effects.ts'
import type { CompiledResult } from '../campaign/results.ts'
import { type EffectSummary, summarize } from '../campaign/trace.ts'
import type { Origin } from '../card/book.ts'
import { type Refusal, refuse } from '../kernel/errors.ts'
import { enroll, setDemographic } from './effects/change-account.ts'
import { giveCoupon } from './effects/give-coupon.ts'
import { givePersonalOffer } from './effects/give-offer.ts'
import { issueBalance, redeemBalance } from './effects/move-balance.ts'
import { notify, renderIn } from './effects/send-message.ts'
import { takeDiscount } from './effects/take-discount.ts'
import type { Fired, RuleRun } from './rule-run.ts'

/** One effect of a rule that has fired. */
export interface Act<E extends Effect = Effect> {
  readonly fired: Fired
  readonly result: CompiledResult
  readonly effect: E
}

/** Makes an effect happen. Answers what came of it, for the trace; only discounts and redemptions can be refused. */
export function carryOut(run: RuleRun, act: Act): EffectSummary | Refusal {
  const { effect, fired, result } = act
  const rest = { fired, result }
  switch (effect.kind) {
    case 'discount':
      return takeDiscount(run, { ...rest, effect })
    case 'block':
      return refuse(134, renderIn(run, fired, effect.message))
    case 'issue':
      return issueBalance(run, { ...rest, effect })
    case 'redeem':
      return redeemBalance(run, { ...rest, effect })
    case 'allocateCoupon':
      return giveCoupon(run, { ...rest, effect })
    case 'notify':
      return notify(run, { ...rest, effect })
    case 'logEvent':
      return logEvent(run, { ...rest, effect })
    case 'enroll':
      return enroll(run, { ...rest, effect })
    case 'setDemographic':
      return setDemographic(run, { ...rest, effect })
    case 'personalOffer':
      return givePersonalOffer(run, { ...rest, effect })
    case 'nothing':
      return summarize(effect)
  }
}

export function originOf({ fired, result }: Act): Origin {
  const { rule, holds } = fired
  return {
    rule: rule.id,
    revision: rule.campaign.revisionUuid,
    result: result.path,
    ...(holds.condition !== undefined && { condition: holds.condition }),
  }
}

/** The rule has fired, but this result comes to nothing. */
export function nothingOf({ result }: Act, reason: NoEffectReason): EffectSummary {
  return summarize({ kind: 'nothing', of: result.name, reason })
}

function logEvent(run: RuleRun, act: Act<Extract<Effect, { kind: 'logEvent' }>>): EffectSummary {
  const { effect, fired } = act
  const cardId = run.cardId
  if (cardId === undefined) return nothingOf(act, 'noCard')
  const payload = effect.payload === undefined ? undefined : renderIn(run, fired, effect.payload)
  const hasProperties = Object.keys(effect.properties).length > 0
  const event: NewEvent = {
    cardId,
    eventType: 'CUSTOM',
    categoryId: effect.categoryId,
    happenedAt: run.surroundings.now,
    ...(payload !== undefined && { payload }),
    ...(hasProperties && { properties: effect.properties }),
  }
  run.happened.events.push(event)
  const { situation } = run.scene
  situation.events = [...situation.events, event]
  return summarize(effect)
}
