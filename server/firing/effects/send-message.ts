import type { Effect } from '../../campaign/effects.ts'
import { type EffectSummary, summarize } from '../../campaign/trace.ts'
import { discountOf } from '../../checkout/basket.ts'
import { type Lookup, type MessageTemplate, renderMessage, renderText } from '../../message/render.ts'
import { variablesOf } from '../../message/variables.ts'
import { type Act, nothingOf } from '../carry-out.ts'
import type { Fired, RuleRun } from '../rule-run.ts'

type NotifyEffect = Extract<Effect, { kind: 'notify' }>

/** Direct messages go into the answer; all others are written down, and delivered after the transaction. */
export function notify(run: RuleRun, act: Act<NotifyEffect>): EffectSummary {
  const { effect, fired } = act
  const { happened, scene } = run
  const template = templateOf(run, effect)
  if (!template) return nothingOf(act, 'noAnswer')
  wantCustomer(run, template)
  const cardId = run.cardId
  if (effect.channel !== 'webhook' && effect.channel !== 'direct' && cardId === undefined)
    return nothingOf(act, 'noCard')
  if (effect.channel === 'direct' && !scene.occasion.hasReplies) return nothingOf(act, 'noAnswer')
  const message = renderMessage(template, variablesIn(run, fired))
  if (effect.channel === 'direct') {
    happened.replies.push({ message: message.text, receiptMessage: effect.receipt, campaignRuleUUID: fired.rule.uuid })
  } else {
    happened.messages.push({
      channel: effect.channel,
      ...(cardId !== undefined && { cardId }),
      rule: fired.rule.id,
      ...(effect.template !== undefined && { template: effect.template }),
      ...message,
    })
  }
  return summarize(effect)
}

function templateOf(run: RuleRun, { template, text }: NotifyEffect): MessageTemplate | undefined {
  if (text !== undefined) return { body: text }
  return run.surroundings.brand.document.templates.find(({ id }) => id === template)
}

/** A short text of a result, filled in. */
export function renderIn(run: RuleRun, fired: Fired, text: string): string {
  wantCustomer(run, { body: text })
  return renderText(text, variablesIn(run, fired), 'text')
}

/** Asks for the customer where a text names one who has not been read: the run begins again then. */
function wantCustomer({ scene, wants }: RuleRun, { subject = '', body, html = '' }: MessageTemplate): void {
  const { card, account } = scene.situation
  const isNamed = [subject, body, html].some((text) => text.includes('customer.'))
  if (isNamed && card && !account) wants.facts.push({ kind: 'account' })
}

/** The variables of messages as they are now; a message tells of what its own rule did last. */
function variablesIn(run: RuleRun, fired: Fired): Lookup {
  const { brand, call } = run.surroundings
  const { basket } = run.happened
  return variablesOf(run.scene.situation, {
    brand,
    locationName: brand.locations.get(call.locationId)?.name,
    checkoutDiscount: basket && discountOf(basket),
    mutation: fired.mutation,
    coupon: fired.coupon,
  }).lookup
}
