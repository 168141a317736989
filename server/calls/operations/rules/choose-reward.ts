import type { Brand } from '../../../domain/brand/brand.ts'
import type { CompiledRule } from '../../../domain/campaign/campaigns.ts'
import { campaignsOf } from '../../../domain/campaign/campaigns-of.ts'
import type { Trace, TraceEntry } from '../../../domain/campaign/trace.ts'
import type { Card } from '../../../domain/card/card.ts'
import { type Decision, type DecisionContext, withTrace } from '../../../domain/decision/decision.ts'
import { isUndecided } from '../../../domain/decision/need.ts'
import { id, list, text, type Values } from '../../../ground/contract/field.ts'
import { type Refusal, refuse } from '../../../ground/kernel/errors.ts'
import { command } from '../operation.ts'
import { withCard } from '../with-card.ts'
import { answerTrigger, runTriggered } from './parts/triggered.ts'

const request = {
  cardNumber: id('The card.').required(6),
  rewardId: id('The reward: its id under member.catalogue in the brand file.').max(64).required(),
}

const response = {
  rewardId: text('The reward.').required(),
  couponIds: list('The coupons that the card got.', text('A coupon.')).required(),
  responseMessages: list('The direct messages.', text('A message.')).required(),
}

type Context = DecisionContext<Values<typeof request>>

export const chooseReward = command({
  name: 'chooseReward',
  summary: 'Take the price of a reward off a card and give what it is: all of it, or nothing.',
  details:
    "The reward is an entry of member.catalogue in the brand file, and its rule says what it takes and gives, to whom and how often. If the card has too little, a limit is reached, or any part of it cannot be given in full, the call is refused and nothing is taken. voidTransaction gives the price back and takes the reward back. Members choose on the brand's pages; a till can choose for them.",
  callType: 'TRIGGER_ONLY',
  requestModel: 'ChooseRewardRequest',
  responseModel: 'ChooseRewardResponse',
  request,
  response,
  touches: ({ cardNumber }) => ({ cards: [cardNumber], offers: true }),
  decide: (context) => withCard(context, (card) => choose(card, context)),
})

function choose(card: Card, context: Context): Decision<Values<typeof response>> {
  const { rewardId } = context.request
  const rule = findRewardRule(context.brand, rewardId)
  if (!rule) return refuse(118, 'There is no such reward, or it cannot be chosen now.')
  const triggered = runTriggered(card, { trigger: 'choice', only: rule }, context)
  if (isUndecided(triggered)) return triggered
  const { run } = triggered
  const refusal = findMissing(rule, run.trace)
  if (refusal) return withTrace(refusal, run.trace)
  const { response: told, ...outcome } = answerTrigger(triggered)
  return {
    ...outcome,
    response: {
      rewardId,
      couponIds: run.result.issuedCoupons.map(({ id: coupon }) => coupon),
      responseMessages: told.responseMessages,
    },
    detail: { ...outcome.detail, reward: rewardId },
  }
}

/** The rule of a reward, where its campaign is active. Whether it runs now is judged as with any rule. */
function findRewardRule(brand: Brand, rewardId: string): CompiledRule | undefined {
  const reward = brand.document.member?.catalogue?.find((one) => one.id === rewardId)
  return reward && campaignsOf(brand).findById(reward.rule)
}

/** Why it is not given, or not all of it: then nothing is taken, either. */
function findMissing({ id: name }: CompiledRule, trace: Trace): Refusal | undefined {
  const entry = trace.find((one) => one.rule === name)
  if (!entry || 'not' in entry) return refuseSilent(entry)
  const lacking = entry.fired.find(({ kind, cappedBy }) => kind === 'nothing' || cappedBy !== undefined)
  if (!lacking) return undefined
  if (lacking.reason === 'depleted') return refuse(123, 'There is none of this reward left.')
  return refuse(134, 'The reward cannot be given in full, so that nothing was taken.')
}

function refuseSilent(entry: TraceEntry | undefined): Refusal {
  const silent = entry && 'not' in entry ? entry.not : undefined
  if (silent?.kind === 'short')
    return refuse(13, `The reward takes ${silent.asked}, and the card has ${silent.available}.`)
  if (silent?.kind === 'throttled' || silent?.kind === 'overBudget')
    return refuse(134, 'The reward has been chosen as often as it may be.')
  if (silent?.kind === 'notRunning' || silent?.kind === 'outsideWindow')
    return refuse(118, 'There is no such reward, or it cannot be chosen now.')
  return refuse(134, 'The reward is not for this card.')
}
