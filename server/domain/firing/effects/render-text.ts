import { decimalText } from '../../../ground/kernel/decimal.ts'
import { defined } from '../../../ground/kernel/defined.ts'
import type { CallFacts } from '../../campaign/call-facts.ts'
import { shownIn } from '../../campaign/facts/shown-tier.ts'
import { homeZone } from '../../campaign/home-zone.ts'
import { decimalOfMicro } from '../../campaign/tier/measure.ts'
import type { Card } from '../../card/card.ts'
import { discountOf } from '../../checkout/basket.ts'
import { type Lookup, type MessageTemplate, renderText } from '../../message/render.ts'
import { type MessageExtras, variablesOf } from '../../message/variables.ts'
import type { Fired } from '../fired-effect.ts'
import type { Run } from '../run.ts'
import { toAccountFacts } from '../run-state.ts'

/** Renders a short text of a result, of the card of the call or of the given referrer's. */
export function renderIn(run: Run, fired: Fired, text: string, referrer?: Card): string {
  wantCustomer(run, { body: text }, referrer)
  return renderText(text, variablesIn(run, fired, referrer), 'text')
}

/** Asks for the customer or the level if a text needs one that has not been read yet. The run then starts again. */
export function wantCustomer(
  { state, wants, context }: Run,
  { subject = '', body, html = '' }: MessageTemplate,
  referrer?: Card,
): void {
  const names = (family: string) => [subject, body, html].some((text) => text.includes(family))
  const { card, account, program, tierPast } = state.facts
  const isLevelMissing = !referrer && card && program?.tiers && !tierPast
  if (isLevelMissing && names('tier.')) wants.facts.push({ kind: 'tier', program: program.id })
  if (!names('customer.')) return
  if (!referrer && card && !account) wants.facts.push({ kind: 'account' })
  if (referrer && !context.past(referrer.id).account) wants.referrer = true
}

/** The current variables of messages. A message tells what its own rule did last. */
export function variablesIn(run: Run, fired: Fired, referrer?: Card): Lookup {
  const { brand, call } = run.context
  if (referrer) return variablesOf(factsOfReferrer(run, referrer), { brand, ...fired.toReferrer }).lookup
  const { basket } = run.result
  return variablesOf(run.state.facts, {
    brand,
    locationName: brand.locations.get(call.locationId)?.name,
    checkoutDiscount: basket && discountOf(basket),
    mutation: fired.mutation,
    discount: fired.discount,
    coupon: fired.coupon,
    tier: levelOf(run),
  }).lookup
}

/**
 * What a referrer is told: their own name, card and balances. What the buyer bought, where, and what it cost is nobody
 * else's business, so those variables have no value.
 */
function factsOfReferrer({ state, context }: Run, card: Card): CallFacts {
  const { facts } = state
  const account = context.past(card.id).account
  return {
    ...facts,
    home: context.clock.in(homeZone(context.brand, card)),
    card,
    program: facts.referrerProgram,
    account: account && toAccountFacts(account),
    checkout: undefined,
  }
}

/** The variables that tell of the buyer's purchase. */
export const ofPurchase: ReadonlySet<string> = new Set([
  'checkout.total',
  'checkout.netTotal',
  'checkout.discount',
  'discount.amount',
  'location.name',
])

function levelOf({ state: { facts } }: Run): MessageExtras['tier'] {
  const { program, tierPast } = facts
  if (!program?.tiers || !tierPast) return undefined
  const { name, missing } = shownIn(facts, program.tiers, tierPast)
  return defined({ name, missing: missing === undefined ? undefined : decimalText(decimalOfMicro(missing)) })
}
