import type { ResultName } from '../../brand/rules/results.ts'
import type { TemplatePart } from '../../brand/rules/template.ts'
import type { EffectSummary } from '../../campaign/trace.ts'
import { type MessageTemplate, templates } from '../../message/render.ts'
import type { Fired } from '../fired-effect.ts'
import { ofPurchase } from './render-text.ts'

/**
 * Whether a message has nothing to tell: all earlier results of its rule had no effect, or it names an amount or a
 * coupon that does not exist. "You earned  points" helps nobody.
 */
export function isAboutNothing(fired: Fired, template: MessageTemplate, isHypothetical = false): boolean {
  if (isInVain(fired)) return true
  const missing = missingOf(fired, isHypothetical)
  return missing.size > 0 && names(template, missing)
}

/** The same of a message to a referrer, whom what the buyer bought and got is not told. */
export function isNothingForReferrer(fired: Fired, template: MessageTemplate, isHypothetical = false): boolean {
  const missing = missingOf(fired.toReferrer ?? {}, isHypothetical)
  return isInVain(fired) || names(template, missing.union(ofPurchase))
}

function isInVain({ effects }: Fired): boolean {
  const outcomes = effects.flatMap(outcomeOf)
  return outcomes.length > 0 && !outcomes.includes('given')
}

/** The results that give or take something, which messages of the rule tell of. */
const giving: ReadonlySet<ResultName> = new Set([
  'issue',
  'redeem',
  'convert',
  'discount',
  'addProduct',
  'allocateCoupon',
  'personalOffer',
])

function outcomeOf({ kind, result, amount }: EffectSummary): ('given' | 'nothing')[] {
  if (kind === 'nothing') return result && giving.has(result) ? ['nothing'] : []
  if (!giving.has(kind)) return []
  return [amount === '0' ? 'nothing' : 'given']
}

/** The variables without a value, because the rule did no such thing. A plain setup draws no coupon, but would. */
function missingOf(
  { mutation, discount, coupon }: Pick<Fired, 'mutation' | 'discount' | 'coupon'>,
  isHypothetical: boolean,
): Set<string> {
  return new Set([
    ...(mutation ? [] : ['mutation.amount', 'mutation.name']),
    ...(discount ? [] : ['discount.amount']),
    ...(coupon || isHypothetical ? [] : ['coupon.id', 'coupon.expirationDate']),
  ])
}

function names({ subject = '', body, html = '' }: MessageTemplate, missing: ReadonlySet<string>): boolean {
  return [subject, body, html].some((text) => text !== '' && anyNames(templates.partsOf(text), missing))
}

/** A variable inside its own section does not count: the section says what to show without it. */
function anyNames(parts: readonly TemplatePart[], missing: ReadonlySet<string>): boolean {
  return parts.some((part) => {
    if (part.kind === 'value') return missing.has(part.name)
    return part.kind === 'section' && !missing.has(part.name) && anyNames(part.parts, missing)
  })
}
