import type { CardId } from '../../../ground/kernel/ids.ts'
import { day, hour } from '../../../ground/kernel/time.ts'
import type { Effect } from '../../campaign/effects.ts'
import { type EffectSummary, summarize } from '../../campaign/trace.ts'
import { renderMessage } from '../../message/render.ts'
import { type SpokenTemplate, templateFor } from '../../message/spoken-template.ts'
import { type Fired, type FiredEffect, nothingOf } from '../fired-effect.ts'
import type { Run } from '../run.ts'
import { isAboutNothing, isNothingForReferrer } from './about-nothing.ts'
import { receivingCard } from './receiving-card.ts'
import { listenerAt, variablesIn, wantCustomer } from './render-text.ts'

type NotifyEffect = Extract<Effect, { kind: 'notify' }>

/** Direct messages go into the response. All others are stored, and delivered after the transaction. */
export function notify(run: Run, firedEffect: FiredEffect<NotifyEffect>): EffectSummary {
  const { effect, fired } = firedEffect
  const { result, state } = run
  const spoken = templateOf(run, effect)
  if (!spoken) return nothingOf(firedEffect, 'noAnswer')
  const receiving = receivingCard(run, effect.to)
  if (receiving.kind === 'nobody') return nothingOf(firedEffect, receiving.reason)
  const referrer = receiving.kind === 'referrer' ? receiving.card : undefined
  wantCustomer(run, spoken, { referrer })
  const listener = listenerAt(run, referrer)
  const template = templateFor(spoken, listener)
  const cardId = referrer?.id ?? run.cardId
  if (effect.channel !== 'webhook' && effect.channel !== 'direct' && cardId === undefined)
    return nothingOf(firedEffect, 'noCard')
  if (effect.channel === 'direct' && !state.input.hasReplies) return nothingOf(firedEffect, 'noAnswer')
  const isNothing = referrer ? isNothingForReferrer : isAboutNothing
  if (isNothing(fired, template, state.input.isHypothetical)) return nothingOf(firedEffect, 'nothingToTell')
  const message = renderMessage(template, variablesIn(run, fired, { referrer, listener, locale: template.locale }))
  const tells = referrer ? fired.toReferrer !== undefined : fired.gaveReferrerLast
  const telling = tells ? { tellsOfReferrer: true as const } : {}
  run.context.work.spend(lengthOf(message) / charactersPerStep)
  if (effect.channel === 'direct') {
    result.replies.push({
      message: message.text,
      receiptMessage: effect.receipt,
      campaignRuleUUID: fired.rule.uuid,
      ...telling,
    })
  } else {
    result.messages.push({
      channel: effect.channel,
      ...(cardId !== undefined && { cardId }),
      rule: fired.rule.id,
      ...(effect.template !== undefined && { template: effect.template }),
      ...(effect.list !== undefined && { list: effect.list }),
      ...(effect.after && laterParts(fired, run.cardId, delayOf(effect.after))),
      ...message,
      ...telling,
    })
  }
  return summarize(effect)
}

/** What is needed to judge the rule's conditions again. */
function laterParts({ seenEvents }: Fired, cardId: CardId | undefined, delayMs: number) {
  const seen = seenEvents.map(({ eventType, categoryId, happenedAt }) => ({ eventType, categoryId, happenedAt }))
  return {
    delayMs,
    ...(cardId !== undefined && { ofCardId: cardId }),
    ...(seen.length > 0 && { ofEvents: seen }),
  }
}

function delayOf(after: NonNullable<NotifyEffect['after']>): number {
  return 'hours' in after ? after.hours * hour : after.days * day
}

/** A text is filled in, stored and sent off. */
const charactersPerStep = 20

function lengthOf({ subject = '', text, html = '' }: ReturnType<typeof renderMessage>): number {
  return subject.length + text.length + html.length
}

function templateOf(run: Run, { template, text }: NotifyEffect): SpokenTemplate | undefined {
  if (text !== undefined) return { body: text }
  return run.context.brand.document.templates.find(({ id }) => id === template)
}
