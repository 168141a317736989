import { defined } from '../../../ground/kernel/defined.ts'
import type { Effect } from '../../campaign/effects.ts'
import type { NewEvent } from '../../campaign/kept-effects.ts'
import { type EffectSummary, summarize } from '../../campaign/trace.ts'
import { type FiredEffect, nothingOf } from '../fired-effect.ts'
import type { Run } from '../run.ts'
import { receivingCard } from './receiving-card.ts'
import { renderIn } from './render-text.ts'

export function logEvent(run: Run, firedEffect: FiredEffect<Extract<Effect, { kind: 'logEvent' }>>): EffectSummary {
  const { effect, fired } = firedEffect
  const receiving = receivingCard(run, effect.to)
  if (receiving.kind === 'nobody') return nothingOf(firedEffect, receiving.reason)
  const referrer = receiving.kind === 'referrer' ? receiving.card : undefined
  const cardId = referrer?.id ?? run.cardId
  if (cardId === undefined) return nothingOf(firedEffect, 'noCard')
  const payload = effect.payload === undefined ? undefined : renderIn(run, fired, effect.payload, referrer)
  const hasProperties = Object.keys(effect.properties).length > 0
  const event: NewEvent = defined({
    cardId,
    eventType: 'CUSTOM',
    categoryId: effect.categoryId,
    happenedAt: run.context.now,
    payload,
    ...(hasProperties && { properties: effect.properties }),
  })
  run.result.events.push(event)
  const { facts } = run.state
  if (!referrer) facts.events = [...facts.events, event]
  return summarize(effect)
}
