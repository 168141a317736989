import type { Brand } from '../../../../domain/brand/brand.ts'
import type { ConditionFailure } from '../../../../domain/campaign/finding.ts'
import {
  type ExplainedFiring,
  type Explanation,
  explainCall,
  type NearRule,
} from '../../../../domain/explanation/explanation.ts'
import { levelWords } from '../../../../domain/view/level-change.ts'
import type { PastPosting } from '../../../../domain/view/past-mutations.ts'
import { showShortfalls } from '../../../../domain/view/shortfall-view.ts'
import { isReversal, shortfallWords, takenBackWords } from '../../../../domain/view/taken-back.ts'
import { flag, integer, list, model, object, oneOf, text, type Values } from '../../../../ground/contract/field.ts'
import { callTypes } from '../../../../ground/kernel/call-type.ts'
import { defined } from '../../../../ground/kernel/defined.ts'
import type { RequestRef } from '../../../../ground/kernel/ids.ts'
import type { Language } from '../../../../ground/kernel/language.ts'
import { listLevelChanges } from '../../../../storage/store/queries/level-changes.sql.ts'
import type { Reader } from '../../../../storage/store/queries/reader.ts'
import type { RequestView } from '../../../../storage/store/queries/request-view.sql.ts'
import { findTrace } from '../../../../storage/store/queries/trace-view.sql.ts'
import { rulesThen } from './rules-then.ts'

/** More rules that came later are not listed. */
const newRulesMax = 100

const ruleFields = {
  rule: text('The ids of the campaign and the rule: campaign/rule.').required(),
  campaign: text('The name of the campaign.').required(),
  name: text('The name of the rule.').required(),
}

const effect = model('ExplainedEffect', 'What a result of a rule did.', {
  words: text('In words.').required(),
  kind: text('The result, as the brand file calls it; nothing, if it had no effect.').required(),
  amount: text('How much, as a decimal number.'),
  of: text('Of what: the value type, the coupon set, the channel …'),
  subtrack: text('Which punches, if they are of a subtrack.'),
  currency: text('The currency of a discount.'),
  to: oneOf('Who received it, if not the card of the call.', ['root', 'child', 'referrer']),
})

const condition = model('ExplainedCondition', 'A condition that did not hold.', {
  path: text('Its place in the rule: when[0], or campaign.when[0].any[1].').required(),
  fact: text('What it asks for.'),
  op: text('How it compares.'),
  expected: list('What it compares with.', text('A value.')),
  observed: list('What was found. Empty if there was none.', text('A value.')),
  group: text('Of a group: all, any, atLeast or none.'),
})

const firedRule = model('FiredRule', 'A rule that fired.', {
  ...ruleFields,
  effects: list('What it did.', effect).required(),
  coupons: list('The coupons that it used.', text('The coupon.')),
  codes: list('The public codes that it used.', text('The code.')),
})

const nearRule = model('NearRule', 'A rule that one thing kept from firing.', {
  ...ruleFields,
  missing: text('What was missing, in words.').required(),
  reason: text('The kind of reason: failed for a condition, throttled for a limit, outsideWindow …').required(),
  condition: object('The condition that did not hold.', condition),
  unseen: flag('Whether its conditions on the customer or the past were not checked.'),
})

const restRule = model('RestRule', 'A rule that did not fire.', { ...ruleFields, why: text('Why, in words.') })

const restGroup = model('RestGroup', 'Rules that did not fire for the same reason.', {
  reason: text('The reason, in words.').required(),
  rules: list('The rules.', restRule).required(),
  more: integer('How many rules there are besides.'),
})

const outcome = model('ExplainedOutcome', 'How the call ended.', {
  refused: flag('Whether it was refused.').required(),
  errorCode: integer('The error code of a refusal.'),
  words: text('In words.').required(),
})

export const explanationModel = model('Explanation', 'What the rules of a call did and did not do.', {
  requestRef: text('The call.').required(),
  operation: text('The operation.').required(),
  callType: oneOf('The type of call.', callTypes).required(),
  outcome: object('How it ended.', outcome).required(),
  fired: list('The rules that fired.', firedRule).required(),
  nearly: list(
    'At most five rules that one thing kept from firing, those that came closest first.',
    nearRule,
  ).required(),
  rest: list('The other rules by reason, as the brand file had them then.', restGroup).required(),
  newSince: list(
    `Rules that are running now and were not there then; at most ${newRulesMax}.`,
    model('NewRule', 'A rule that came later.', ruleFields),
  ).required(),
  levels: list('What the call did to the level of its card, in words.', text('In words.')).required(),
  takenBack: list('For a void or a return: what it took back and gave back, in words.', text('In words.')).required(),
  shortfalls: list('For a void or a return: what it could not take back, in words.', text('In words.')).required(),
})

interface Explained {
  readonly language?: Language | undefined
  readonly ref: RequestRef
  readonly request: RequestView
  readonly postings: readonly PastPosting[]
  /** Whoever is told may not see people. */
  readonly hidesPeople: boolean
}

/** The same as `purser explain --json` prints. */
export async function explainRequest(explained: Explained, brand: Brand, reader: Reader) {
  const { ref, request, postings, language, hidesPeople } = explained
  const traced = await findTrace(reader, brand.id, ref)
  const { cardId, childId, errorCode, callType, happenedAt } = request
  const call = defined({
    requestRef: ref,
    operation: traced?.operation ?? '',
    callType,
    happenedAt,
    locationId: request.shown.locationId,
    hasCard: cardId !== undefined,
    errorCode,
    trace: traced?.trace ?? undefined,
    hidesPeople,
  })
  const { document, campaigns, newSince } = await rulesThen(reader, brand, happenedAt)
  const own = [cardId, childId]
  const isDone = isReversal(callType) && errorCode === undefined
  const levels = cardId === undefined ? [] : await listLevelChanges(reader, brand.id, { card: cardId, ref })
  return {
    ...showExplanation(explainCall(call, document, campaigns, language)),
    newSince: traced?.trace ? newSince.slice(0, newRulesMax) : [],
    levels: levelWords(levels, document, language),
    takenBack: takenBackWords(isDone ? postings : [], brand, { own, language }),
    shortfalls: shortfallWords(showShortfalls(request.detail?.shortfalls ?? [], brand, own), language),
  }
}

type ShownExplanation = Omit<
  Values<(typeof explanationModel)['fields']>,
  'newSince' | 'levels' | 'takenBack' | 'shortfalls'
>

/** An explanation in the words of the interface. */
export function showExplanation(explanation: Explanation): ShownExplanation {
  return { ...explanation, fired: explanation.fired.map(toFired), nearly: explanation.nearly.map(toNear) }
}

function toFired({ effects, ...rule }: ExplainedFiring) {
  return {
    ...rule,
    effects: effects.map(({ words, kind, amount, of, subtrack, currency, to }) =>
      defined({ words, kind, amount, of, subtrack, currency, to }),
    ),
  }
}

function toNear({ condition: failure, ...rule }: NearRule) {
  return { ...rule, ...(failure && { condition: toCondition(failure) }) }
}

function toCondition(failure: ConditionFailure) {
  if ('group' in failure) return { path: failure.path, group: failure.group }
  const { path, fact, op, expected, observed } = failure
  return defined({
    path,
    fact,
    op,
    expected: expected === undefined ? undefined : texts(expected),
    observed: texts(observed ?? []),
  })
}

const texts = (value: string | boolean | readonly (string | boolean)[]) =>
  typeof value === 'object' ? value.map(String) : [String(value)]
